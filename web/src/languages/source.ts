/* The words in the source of the pages: those that are messages, and those that should be. For tests only. */
import { parse } from "svelte/compiler";

export interface Found {
  /** From the folder `src`. */
  file: string;
  line: number;
  text: string;
  start: number;
  end: number;
  kind: "text" | "attribute" | "literal" | "template";
}

/** A node of the syntax tree of Svelte or of its scripts. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Attributes that people read or hear. */
const READ = /^(aria-(label|description|roledescription|valuetext)|alt|caption|description|heading|hint|label|none|note|placeholder|short|sub|summary|text|title|unit|verb|yes|no|what|why|words|name)$/;
/** Attributes that only machines read. */
const UNREAD = /^(class|style|href|id|role|type|data-.*|aria-(live|hidden|haspopup|current)|testid|kind|size|for|d|viewBox|transform|scope|generics|lang|code|cards|keys|aria-keyshortcuts|pattern|inputmode|autocomplete|src|rel|target|tone|align|variant|rules|bind:.*)$/;
/** Calls whose strings are no words of a page. */
const SILENT = /^(t|told|import|matchMedia|querySelector(All)?|getElementById|addEventListener|removeEventListener|getItem|setItem|startsWith|endsWith|includes|split|join|replace|replaceAll|get|post|patch|address|searchParams|append|set|has|delete|test|exec|closest|matches|toggle|createElement|setAttribute|getAttribute|dispatch|encode|digest|importKey|sign|verify|play|formatToParts)$/;

/** Cards, keys, our own name and styles are the same in every language. */
const NAMES = /^([2-9TJQKA][cdhs]( |$))+|^(Arrow\w+|Home|End|Space|Backspace|Croupier|Problem|AbortError)$|^(transform|translate|\(min-width)/;

const letters = (text: string): boolean => /\p{L}{2}/u.test(text);
/** Whether a string of a script looks like words for people: a capital and small letters, or several words. */
export const prose = (text: string): boolean =>
  !NAMES.test(text) &&
  (  /^\p{Lu}\p{Ll}/u.test(text.trim()) || (/\p{L}[,.;:?!]? +\p{L}/u.test(text) && !/[{}<>=_]|^[a-z-]+( [a-z-]+)*$|\d(px|%|s) |^[MLA]\d/.test(text)) || / \p{L}{3,} | \p{L}{3,}\.$/u.test(text));

function called(node: Node): string {
  const callee = node.callee as Node | undefined;
  if (!callee) return "";
  if (callee.type === "Identifier") return String(callee.name);
  return callee.type === "MemberExpression" ? String((callee.property as Node).name ?? "") : "";
}

/** Whether the strings below this node are no words of a page. */
function silent(node: Node): boolean {
  if (/^(Import|Export(All|Named)|TS)/.test(node.type) && !/^TS(As|Satisfies|NonNull)|ExportNamed/.test(node.type)) return true;
  if (node.type === "NewExpression" && /^(Error|MediaQuery)$/.test(called(node))) return true; // for developers and browsers
  return node.type === "CallExpression" && SILENT.test(called(node));
}

function unread(parent: Node | null, key: string): boolean {
  if (!parent) return false;
  if (parent.type === "BinaryExpression" && /^(==|!=|===|!==|in)$/.test(String(parent.operator))) return true;
  if (parent.type === "SwitchCase" && key === "test") return true;
  if (parent.type === "Property" && key === "key") return true;
  if (parent.type === "MemberExpression" && key === "property") return true;
  return parent.type === "ExportNamedDeclaration" && key === "source";
}

/** The strings that an expression may give. */
function results(node: Node): Node[] {
  if (node.type === "ConditionalExpression") return [...results(node.consequent as Node), ...results(node.alternate as Node)];
  if (node.type === "LogicalExpression") return [...results(node.left as Node), ...results(node.right as Node)];
  return node.type === "Literal" || node.type === "TemplateLiteral" ? [node] : [];
}

/** Every string of a file that people may read and that is no message; every message; and those said while a module loads. */
export function stringsOf(file: string, source: string): { loose: Found[]; messages: string[]; early: string[]; tree: Node } {
  const svelte = file.endsWith(".svelte");
  const shift = svelte ? 0 : '<script lang="ts">'.length;
  const tree = parse(svelte ? source : `<script lang="ts">${source}</script>`, { modern: true }) as unknown as Node;
  const loose: Found[] = [];
  const messages: string[] = [];
  const early: string[] = [];
  const shown = new Set<Node>();
  let within = svelte ? 1 : 0;
  const add = (node: Node, text: string, kind: Found["kind"]): void => {
    const start = node.start - shift;
    const line = source.slice(0, start).split("\n").length;
    loose.push({ file, line, text, start, end: node.end - shift, kind });
  };
  const visit = (node: Node, parent: Node | null, key: string): void => {
    if (/^(StyleSheet|StyleDirective|Comment)$/.test(node.type)) return;
    if (node.type === "RegularElement" && /^(style|script|code|kbd)$/.test(String(node.name))) return;
    if (node.type === "CallExpression" && called(node) === "t") {
      const [first] = node.arguments as Node[];
      if (first && !within) early.push(`${file}: ${source.slice(first.start - shift, first.end - shift)}`);
      if (first?.type === "Literal") messages.push(String(first.value));
      else if (first) add(first, source.slice(first.start - shift, first.end - shift), "literal");
      (node.arguments as Node[]).slice(1).forEach((each) => visit(each, node, "arguments"));
      return;
    }
    if (silent(node)) {
      // A nested callback of such a call, or the object that it is called of, may still say something.
      if (isNode(node.callee)) visit(node.callee, node, "callee");
      for (const each of (node.arguments as Node[] | undefined) ?? [])
        if (/Function|CallExpression/.test(each.type)) visit(each, node, "arguments");
      return;
    }
    if (node.type === "Attribute") {
      const name = String(node.name);
      if (UNREAD.test(name)) return;
      const value = (Array.isArray(node.value) ? node.value : [node.value]) as unknown[];
      for (const each of value.filter(isNode)) {
        if (each.type === "Text" ? (READ.test(name) ? letters(String(each.data)) : prose(String(each.data))) : false)
          add(each, String(each.data), "attribute");
        else if (each.type !== "Text") {
          if (READ.test(name) && each.type === "ExpressionTag") for (const text of results(each.expression as Node)) shown.add(text);
          visit(each, node, "value");
        }
      }
      return;
    }
    if (node.type === "Text") {
      if (letters(String(node.data)) && !NAMES.test(String(node.data).trim())) add(node, String(node.data), "text");
      return;
    }
    if (node.type === "ExpressionTag" && key === "nodes") for (const each of results(node.expression as Node)) shown.add(each);
    if (node.type === "Literal" && typeof node.value === "string") {
      if (!unread(parent, key) && (prose(node.value) || (shown.has(node) && letters(node.value)))) add(node, node.value, "literal");
      return;
    }
    if (node.type === "TemplateLiteral") {
      const text = (node.quasis as Node[]).map((each) => (each.value as { cooked: string }).cooked).join("\u0000");
      const joins = text.split("\u0000").some((part) => /(^| )(?!px |and \()\p{L}{2,} | \p{L}{2,}$/u.test(part));
      if (!/^[/#.?]/.test(text) && (joins || prose(text.replaceAll("\u0000", "1 ")) || (shown.has(node) && letters(text)))) add(node, text.replaceAll("\u0000", "{}"), "template");
    }
    const inside = /Function|^PropertyDefinition$/.test(node.type) ? 1 : 0;
    within += inside;
    for (const [field, value] of Object.entries(node)) {
      if (field === "parent" || field === "metadata") continue;
      for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) visit(each, node, field);
    }
    within -= inside;
  };
  for (const part of ["instance", "module", "fragment"] as const) if (isNode(tree[part])) visit(tree[part], null, part);
  return { loose, messages, early, tree };
}

const FILES = import.meta.glob<string>("../**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true });

/** The sources of the pages, without tests. */
export function sources(): { file: string; source: string }[] {
  return Object.entries(FILES)
    .map(([path, source]) => ({ file: path.replace(/^\.\.\//, ""), source }))
    .filter(({ file }) => !/\.(test|d)\.ts$|^\.\/|^languages|^lib.(testing|language|text.messages)\./.test(file))
    .toSorted((one, other) => one.file.localeCompare(other.file));
}
