import { languageOf } from "../../code/index.ts";

/** Something that a program takes from outside, and where it does. */
export interface Setting {
  readonly kind: "environment" | "file";
  readonly name: string;
  readonly default?: string;
  readonly file: string;
  readonly line: number;
}

const literal = String.raw`\s*(?:\?\?|\|\|)\s*("[^"\n]*"|'[^'\n]*'|\d+)`;
const patterns: readonly (readonly [Setting["kind"], RegExp])[] = [
  [
    "environment",
    new RegExp(String.raw`\b(?:process|import\.meta)\.env\.([A-Z][A-Z0-9_]*)\b(?:${literal})?`, "g"),
  ],
  ["environment", new RegExp(String.raw`\bprocess\.env\[["']([A-Za-z_]\w*)["']\](?:${literal})?`, "g")],
  ["environment", /\bDeno\.env\.get\(\s*["']([A-Za-z_]\w*)["']\s*\)/g],
  [
    "environment",
    /\bos\.(?:environ\.get|getenv)\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*("[^"\n]*"|'[^'\n]*'|\d+|None))?/g,
  ],
  ["environment", /\bos\.environ\[["']([A-Za-z_]\w*)["']\]/g],
  [
    "file",
    /\b(?:readFile|readFileSync|open|read_text|loadConfig|load_dotenv)\(\s*["']([\w./-]*\w\.(?:json|ya?ml|toml|ini|cfg|env|rc|conf))["']/g,
  ],
];

/** What the code of a file really reads: environment variables and configuration files; comments don't count. */
export async function settingsIn(file: string, text: string): Promise<readonly Setting[]> {
  if (!/\benv\b|environ|getenv|readFile|open\(|load_dotenv/.test(text)) return [];
  const language = await languageOf(file);
  let bare = text;
  for (const { start, end } of language?.comments(text) ?? [])
    bare = bare.slice(0, start) + bare.slice(start, end).replaceAll(/[^\n]/g, " ") + bare.slice(end);
  const found: Setting[] = [];
  for (const [kind, pattern] of patterns)
    for (const { 1: name = "", 2: value, index } of bare.matchAll(pattern))
      found.push({
        kind,
        name,
        file,
        line: bare.slice(0, index).split("\n").length,
        ...(value && value !== "None" && { default: value.replaceAll(/^["']|["']$/g, "") }),
      });
  for (const { 1: names = "", index } of bare.matchAll(/\{([^{}]*)\}\s*=\s*process\.env\b/g))
    for (const { 1: name = "", 2: value } of names.matchAll(
      /\b([A-Z][A-Z0-9_]*)\b(?:\s*:\s*\w+)?(?:\s*=\s*("[^"\n]*"|'[^'\n]*'|\d+))?/g,
    ))
      found.push({
        kind: "environment",
        name,
        file,
        line: bare.slice(0, index).split("\n").length,
        ...(value && { default: value.replaceAll(/^["']|["']$/g, "") }),
      });
  return found;
}

/** What such a setting falls back to stands in no page. */
const secret = /secret|passw|token|credential|private|(?:api|access|signing|encryption)[-_]?key/i;

/** One a name: the first place, and a default where one is written. */
export function merged(settings: readonly Setting[]): readonly Setting[] {
  return [...Map.groupBy(settings, ({ kind, name }) => `${kind} ${name}`).values()]
    .flatMap((all) => {
      const [first] = all;
      const value = all.find((one) => one.default !== undefined)?.default;
      const isShown = value !== undefined && !secret.test(first?.name ?? "");
      return first ? [{ ...first, ...(isShown && { default: value }) }] : [];
    })
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
}
