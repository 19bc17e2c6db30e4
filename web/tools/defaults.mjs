/* Writes src/api/defaults.ts: what the server leaves out of an answer because it is the default, so that the
   pages get every answer whole. From openapi.json, as the types are. */
import { readFileSync, writeFileSync } from "node:fs";

const here = new URL("..", import.meta.url);
const api = JSON.parse(readFileSync(new URL("openapi.json", here), "utf8"));
const schemas = api.components.schemas;

const nameOf = (node) => node.$ref?.slice("#/components/schemas/".length);
const choices = (node) => (node.oneOf ?? node.anyOf ?? []).filter((each) => each.type !== "null");
const nullable = (node) =>
  (node.oneOf ?? node.anyOf ?? []).some((each) => each.type === "null") ||
  (Array.isArray(node.type) && node.type.includes("null"));

function missing(node, where) {
  if ("default" in node) return node.default;
  if (nullable(node)) return null;
  if (node.$ref || node.type === "object") return {};
  if (node.type === "array") return [];
  if (node.type === "string") return "";
  const several = choices(node);
  if (several.length === 1) return missing(several[0], where);
  throw new Error(`${where}: no default, and not required`);
}

function fieldsOf(node, where) {
  const defaults = {};
  const inner = {};
  for (const [name, each] of Object.entries(node.properties ?? {})) {
    if (!(node.required ?? []).includes(name)) defaults[name] = missing(each, `${where}.${name}`);
    const shape = shapeOf(each, `${where}.${name}`);
    if (shape !== null) inner[name] = shape;
  }
  return { defaults, inner };
}

function shapeOf(node, where) {
  if (node.$ref) return visit(nameOf(node)) ? nameOf(node) : null;
  const several = choices(node);
  if (several.length === 1) return shapeOf(several[0], where);
  if (several.length > 1) {
    const tagged = {};
    let tag = null;
    for (const each of several) {
      const name = nameOf(each);
      const found = Object.entries(schemas[name]?.properties ?? {}).find(([, value]) => "const" in value);
      if (!found) return null;
      tag = found[0];
      if (visit(name)) tagged[found[1].const] = name;
    }
    return { tag, of: tagged };
  }
  if (node.type === "array" || node.type?.includes?.("array")) {
    const items = shapeOf(node.items ?? {}, where);
    return items === null ? null : { list: items };
  }
  if (node.properties) {
    const fields = fieldsOf(node, where);
    return empty(fields) ? null : fields;
  }
  if (typeof node.additionalProperties === "object") {
    const values = shapeOf(node.additionalProperties, where);
    return values === null ? null : { map: values };
  }
  return null;
}

const empty = ({ defaults, inner }) => !Object.keys(defaults).length && !Object.keys(inner).length;
const done = new Map();

function visit(name) {
  if (!done.has(name)) {
    done.set(name, { defaults: {}, inner: {} });
    done.set(name, fieldsOf(schemas[name], name));
  }
  return !empty(done.get(name));
}

const answers = {};
for (const [path, operations] of Object.entries(api.paths))
  for (const [method, operation] of Object.entries(operations)) {
    const node = operation.responses?.["200"]?.content?.["application/json"]?.schema;
    const shape = node ? shapeOf(node, `${method} ${path}`) : null;
    if (shape !== null) answers[`${method} ${path}`] = shape;
  }
const told = Object.fromEntries([...done].filter(([, fields]) => !empty(fields)).sort());

const text = `/* Written by npm run types; do not edit. */
import type { Fields, Shape } from "../lib/fill";

export const SCHEMAS: Record<string, Fields> = ${JSON.stringify(told, null, 1)};

export const ANSWERS: Record<string, Shape> = ${JSON.stringify(answers, null, 1)};
`;
writeFileSync(process.argv[2] ?? new URL("src/api/defaults.ts", here), text);
