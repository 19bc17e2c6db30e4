/* What a person has set in this browser. */

const KEY = "croupier.settings";

interface Kept {
  fourColors: boolean;
  sound: boolean;
  animation: boolean;
  largeText: boolean;
  /** Single letters and digits do something; off for people who speak to their machine. */
  keys: boolean;
}

const STANDARD: Kept = { fourColors: false, sound: false, animation: true, largeText: false, keys: true };

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
    const found = { ...STANDARD };
    for (const name of Object.keys(STANDARD) as (keyof Kept)[])
      if (typeof kept[name] === "boolean") found[name] = kept[name];
    return found;
  } catch {
    return { ...STANDARD };
  }
}

class Settings {
  kept = $state<Kept>(read());
  #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #still = $state(this.#calm.matches);

  constructor() {
    this.#calm.addEventListener("change", () => (this.#still = this.#calm.matches));
    this.#apply();
  }

  get fourColors(): boolean {
    return this.kept.fourColors;
  }
  get sound(): boolean {
    return this.kept.sound;
  }
  get largeText(): boolean {
    return this.kept.largeText;
  }
  get keys(): boolean {
    return this.kept.keys;
  }
  /** Whether the system asks for calm: then nothing moves, whatever is set here. */
  get calm(): boolean {
    return this.#still;
  }
  /** Whether things move: as set here, and never where the system asks for calm. */
  get animation(): boolean {
    return this.kept.animation && !this.#still;
  }

  set(name: keyof Kept, value: boolean): void {
    this.kept[name] = value;
    this.#apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // private windows may keep nothing: it holds for this page
    }
  }

  #apply(): void {
    const root = document.documentElement;
    root.classList.toggle("large-text", this.kept.largeText);
    root.classList.toggle("still", !this.kept.animation);
  }
}

export const settings = new Settings();
