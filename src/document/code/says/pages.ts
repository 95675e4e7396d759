import { inTable } from "../../../lib/index.ts";
/** A file's place in a Next.js site: the path in `app` or `pages` and its role there. */
interface Place {
  /** The site's folder. */
  readonly root: string;
  readonly path: string;
  readonly file: string;
}

function placeOf(file: string): Place | undefined {
  const [, root = "", folders = "", name = ""] =
    /^((?:.*?\/)??)(?:src\/)?app\/((?:[^/]+\/)*)(page|layout|loading|error|template|not-found)\.[jt]sx?$/.exec(
      file,
    ) ?? [];
  if (name) return { root, path: folders.replace(/\/$/, ""), file: name };
  const [, base = "", page = ""] = /^((?:.*?\/)??)(?:src\/)?pages\/((?!api\/).+)\.[jt]sx$/.exec(file) ?? [];
  return page && !/(?:^|\/)_|^(?:404|500)$/.test(page)
    ? { root: base, path: page.replace(/(?:^|\/)index$/, ""), file: "page" }
    : undefined;
}

const says: Readonly<Record<string, string>> = {
  page: "the page at %",
  layout: "stands around the pages below %",
  template: "stands around the pages below %, made anew for each",
  loading: "shown while a page below % is loading",
  error: "shown where a page below % fails",
  "not-found": "shown where nothing is found below %",
};

/**
 * Describes the default export of a file in a Next.js site by the file's path, in which bracketed folders
 * don't count.
 */
export function pageOf(file: string, files: ReadonlySet<string>): string | undefined {
  const place = placeOf(file);
  if (
    !place ||
    !["js", "mjs", "cjs", "ts", "mts"].some((ending) => files.has(`${place.root}next.config.${ending}`))
  )
    return undefined;
  const parts = place.path
    .split("/")
    .filter((part) => part && !/^\(\w[^()]*\)$/.test(part) && !part.startsWith("@"));
  if (parts.some((part) => /^\(\.|^_|[^\w.[\]-]/.test(part))) return undefined;
  return inTable(says, place.file)?.replace("%", `\`/${parts.join("/")}\``);
}
