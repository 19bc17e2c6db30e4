/* Short synthesized sounds. Those of the game are off until the user turns them on; alerts are on until turned off. */
import { settings } from "../people/settings.svelte";

let context: AudioContext | null = null;

type Sound = "alert" | "card" | "chip" | "turn" | "win";

const TONES: Record<Sound, { from: number; to: number; seconds: number; shape: OscillatorType; gain: number }> = {
  alert: { from: 880, to: 440, seconds: 0.5, shape: "sine", gain: 0.09 },
  card: { from: 900, to: 300, seconds: 0.05, shape: "triangle", gain: 0.06 },
  chip: { from: 2400, to: 1800, seconds: 0.04, shape: "square", gain: 0.02 },
  turn: { from: 660, to: 660, seconds: 0.14, shape: "sine", gain: 0.06 },
  win: { from: 523, to: 1046, seconds: 0.28, shape: "sine", gain: 0.06 },
};

/** Whether the browser lets this page sound: only once somebody has touched it. */
export function audible(): boolean {
  return navigator.userActivation.hasBeenActive;
}

/** Play a sound, if sounds of its kind are on. */
export function play(sound: Sound): void {
  if (!(sound === "alert" ? settings.alerts : settings.sound)) return;
  if (!audible()) return;
  context ??= new AudioContext();
  const { from, to, seconds, shape, gain } = TONES[sound];
  const now = context.currentTime;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = shape;
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  level.gain.setValueAtTime(gain, now);
  level.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}
