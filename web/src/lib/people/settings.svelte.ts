/* A person's settings in this browser, and those of their system. */
import { MediaQuery } from "svelte/reactivity";

const KEY = "croupier.settings";

interface Kept {
  fourColors: boolean;
  sound: boolean;
  /** The sound of a new task, for those who work on the floor. */
  alerts: boolean;
  animation: boolean;
  largeText: boolean;
  /** Single-key shortcuts; off for people who use speech input. */
  keys: boolean;
}

/** How much larger *Larger text* is, as in `app.css`. */
const LARGER = 1.1875;
const STANDARD: Kept = { fourColors: false, sound: false, alerts: true, animation: true, largeText: false, keys: true };

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
  #calm = new MediaQuery("(prefers-reduced-motion: reduce)");
  #contrast = new MediaQuery("(prefers-contrast: more)");
  #colors = new MediaQuery("(forced-colors: active)");

  constructor() {
    this.#apply();
  }

  get fourColors(): boolean {
    return this.kept.fourColors;
  }
  get sound(): boolean {
    return this.kept.sound;
  }
  get alerts(): boolean {
    return this.kept.alerts;
  }
  get largeText(): boolean {
    return this.kept.largeText;
  }
  get keys(): boolean {
    return this.kept.keys;
  }
  /** Whether the system asks for reduced motion: then nothing moves, whatever is set here. */
  get calm(): boolean {
    return this.#calm.current;
  }
  /** Whether things move: as set here, and never where the system asks for reduced motion. */
  get animation(): boolean {
    return this.kept.animation && !this.calm;
  }
  /** Whether the system asks for more contrast. */
  get contrast(): boolean {
    return this.#contrast.current;
  }
  /** Whether the system has colors of its own. */
  get ownColors(): boolean {
    return this.#colors.current;
  }
  /** The size of the browser's text in percent of the default, without the setting here. */
  get textSize(): number {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return Math.round((size / 16 / (this.kept.largeText ? LARGER : 1)) * 100);
  }

  set(name: keyof Kept, value: boolean): void {
    this.kept[name] = value;
    this.#apply();
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // private windows may store nothing: it lasts for this page
    }
  }

  #apply(): void {
    const root = document.documentElement;
    root.classList.toggle("large-text", this.kept.largeText);
    root.classList.toggle("still", !this.kept.animation);
  }
}

export const settings = new Settings();
