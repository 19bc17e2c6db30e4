/* Answers come without what is at its default. Here they are made whole, once, where they come in. */
import { SCHEMAS } from "../api/defaults";

export interface Fields {
  defaults: Record<string, unknown>;
  inner: Record<string, Shape>;
}

export type Shape =
  | string
  | Fields
  | { list: Shape }
  | { map: Shape }
  | { tag: string; of: Record<string, string> };

/** A type with everything that the server may leave out. */
export type Filled<T> = T extends (infer U)[]
  ? Filled<U>[]
  : T extends object
    ? { [K in keyof T]-?: Filled<Exclude<T[K], undefined>> }
    : T;

type Bag = Record<string, unknown>;

const isBag = (value: unknown): value is Bag =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Put the defaults into an answer that was just read; it is changed in place and returned. */
export function fill(shape: Shape | undefined, value: unknown): unknown {
  if (shape === undefined || value === null || typeof value !== "object") return value;
  if (typeof shape === "string") return fill(SCHEMAS[shape], value);
  if ("list" in shape) {
    if (Array.isArray(value)) for (const each of value) fill(shape.list, each);
  } else if (!isBag(value)) {
    return value;
  } else if ("map" in shape) {
    for (const each of Object.values(value)) fill(shape.map, each);
  } else if ("tag" in shape) {
    fill(shape.of[String(value[shape.tag])], value);
  } else {
    for (const [name, standard] of Object.entries(shape.defaults))
      if (!(name in value)) value[name] = structuredClone(standard);
    for (const [name, inner] of Object.entries(shape.inner)) fill(inner, value[name]);
  }
  return value;
}
