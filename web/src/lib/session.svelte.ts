/* Who is signed in. */
import { api, onSignedOut, setCsrf, type SessionTold } from "./api";

/** Something that a role may do or see; the server says which, and judges every request again. */
export type Permission = SessionTold["permissions"][number];

class Session {
  me = $state<SessionTold | null>(null);
  /** Whether guests may come in. */
  demo = $state(false);
  /** Whether the server has been asked. */
  known = $state(false);
  version = $state("");
  /** Set when a session has ended by itself, until somebody signs in again. */
  ended = $state(false);

  /** Cents on a player's account; null until it is known, and for those who have none. */
  balance = $state<number | null>(null);
  #balanceTurn = 0;
  #balanceTold = 0;

  constructor() {
    onSignedOut(() => {
      if (this.me) this.ended = true;
      this.#become(null);
    });
  }

  get role(): string {
    return this.me?.role ?? "";
  }
  get person(): string {
    return this.me?.person ?? "";
  }

  #become(told: SessionTold | null): void {
    this.me = told;
    setCsrf(told?.csrf ?? "");
    if (told) this.ended = false;
    if (told?.role !== "player") this.balance = null;
  }

  /** Ask the server who one is. */
  async look(): Promise<void> {
    const told = await api.get("/api/welcome", { unattended: true });
    this.demo = told.demo;
    this.version = told.version;
    if (this.me && !told.session) this.ended = true;
    this.#become(told.session);
    this.known = true;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#become(await api.post("/api/session", { body: { name, password } }));
  }

  async guest(): Promise<void> {
    this.#become(await api.post("/api/guest"));
  }

  /** Come in as a guest who tries the pages of the staff; leaves the seat of whoever one was. */
  async tryStaff(role: "dealer" | "supervisor" | "auditor"): Promise<void> {
    if (this.me) await this.signOut();
    this.#become(await api.post("/api/guest/staff", { body: { role } }));
  }

  async signOut(everywhere = false): Promise<void> {
    if (everywhere) await api.post("/api/session/end-all");
    else await api.post("/api/session/end");
    this.#become(null);
    this.ended = false;
  }

  /** Ask for the balance: after a round, and now and then. */
  async refreshBalance(): Promise<void> {
    if (this.role !== "player") return;
    const person = this.person;
    const turn = ++this.#balanceTurn;
    const { cents } = await api.get("/api/balance", { unattended: true });
    // The answer to an older question does not overtake that to a newer one.
    if (this.person === person && turn > this.#balanceTold) {
      this.#balanceTold = turn;
      this.balance = cents;
    }
  }

  /** Whether the session has this permission. */
  may(permission: Permission): boolean {
    return this.me?.permissions.includes(permission) ?? false;
  }
}

export const session = new Session();
