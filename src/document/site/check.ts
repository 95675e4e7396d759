/** Finds broken links between a site's pages, as `page: address`; counts the links followed. */
export function checkLinks(pages: ReadonlyMap<string, string>): {
  readonly links: number;
  readonly broken: readonly string[];
} {
  const ids = new Map<string, ReadonlySet<string>>();
  const idsOf = (path: string): ReadonlySet<string> => {
    const known =
      ids.get(path) ??
      new Set([...(pages.get(path) ?? "").matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id));
    ids.set(path, known);
    return known;
  };
  let links = 0;
  const broken: string[] = [];
  for (const [path, text] of pages) {
    if (!path.endsWith(".html")) continue;
    for (const [, address = ""] of text.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?|mailto):/i.test(address)) continue;
      links += 1;
      const [to = "", id] = address.split("#");
      const target = to ? resolve(path, to) : path;
      if (!pages.has(target) || (id && !idsOf(target).has(id))) broken.push(`${path}: ${address}`);
    }
  }
  return { links, broken };
}

function resolve(from: string, to: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of to.split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return parts.join("/");
}
