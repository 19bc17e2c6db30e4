/* The parts of an address. */

/** The parameters of a path by a pattern such as /table/:name or /floor/*; null if it is another. */
export function matched(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part === "*") {
      params.rest = given.slice(index).map(decoded).join("/");
      return params;
    }
    const found = given[index];
    if (found === undefined) return null;
    if (part.startsWith(":")) params[part.slice(1)] = decoded(found);
    else if (part !== found) return null;
  }
  return wanted.length === given.length ? params : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The title of a tab: the page, then the house. */
export const pageTitle = (page: string): string => `${page} · Croupier`;
