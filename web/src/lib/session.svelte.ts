/* Who is signed in. */
import { api, onSignedOut, setCsrf, type Schema, type SessionResponse } from "./api";

/** Something that a role may do or see; the server says which, and judges every request again. */
export type Permission = SessionResponse["permissions"][number];

class Session {
  me = $state<SessionResponse | null>(null);
  /** Whether guests are admitted. */
  demo = $state(false);
  /** Whether the server has answered. */
  known = $state(false);
  version = $state("");
  /** The provider of single sign-on by its name; empty for none. */
  signOn = $state("");
  /** Set when a session has expired, until the next sign-in. */
  ended = $state(false);

  /** Cents on a player's account; null until it is known, and for those who have none. */
  balance = $state<number | null>(null);
  #balanceTurn = 0;
  #balanceShown = 0;

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

  #become(response: SessionResponse | null): void {
    this.me = response;
    setCsrf(response?.csrf ?? "");
    if (response) this.ended = false;
    if (response?.role !== "player") this.balance = null;
  }

  /** Ask the server for the session. */
  async look(): Promise<void> {
    const response = await api.get("/api/welcome", { unattended: true });
    this.demo = response.demo;
    this.version = response.version;
    this.signOn = response.sign_on ?? "";
    if (this.me && !response.session) this.ended = true;
    this.#become(response.session);
    this.known = true;
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#become(await api.post("/api/session", { body: { name, password } }));
  }

  /** Sign in by a passkey alone. */
  async signInByPasskey(): Promise<void> {
    const { signed } = await import("./people/passkey");
    this.#become(await api.post("/api/session/passkey", { body: await signed() }));
  }

  /** Confirm one's identity again. */
  async confirm(proof: Partial<Schema<"Confirm">>): Promise<void> {
    this.#become(await api.post("/api/session/confirm", { body: proof }));
  }

  async guest(): Promise<void> {
    this.#become(await api.post("/api/guest"));
  }

  /** Enter as a guest who tries the staff pages; gives up the seat of the previous session. */
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
    // An older response must not replace a newer one.
    if (this.person === person && turn > this.#balanceShown) {
      this.#balanceShown = turn;
      this.balance = cents;
    }
  }

  /** Whether the session has this permission. */
  may(permission: Permission): boolean {
    return this.me?.permissions.includes(permission) ?? false;
  }
}

export const session = new Session();
