import { parse as parseYaml } from "yaml";
import { isObject } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import type { Style } from "../project.ts";

export interface Sample {
  readonly path: string;
  readonly text: string;
}

/** Detects the style of most sampled files; a formatter's settings take precedence. */
export async function styleOf(
  files: Files,
  folder: string,
  { samples, python }: { readonly samples: readonly Sample[]; readonly python: boolean },
): Promise<Style> {
  return {
    quotes: quotes(samples),
    semicolons: python ? false : semicolons(samples),
    indent: indent(samples) ?? (python ? 4 : 2),
    fileNames: fileNames(samples),
    ...(python ? {} : await configured(files, folder)),
  };
}

const count = (samples: readonly Sample[], pattern: RegExp): number =>
  samples.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);

const quotes = (samples: readonly Sample[]): Style["quotes"] =>
  count(samples, /(?<![\w"'`])'[^'"`\n]*'/g) > count(samples, /(?<![\w"'`])"[^'"`\n]*"/g)
    ? "single"
    : "double";

/** Whether statement lines mostly end in semicolons. */
const semicolons = (samples: readonly Sample[]): boolean =>
  count(samples, /;[ \t]*$/gm) >=
  count(samples, /^[ \t]*(?:import|export|const|let|return)\b.*[\w)"'`\]][ \t]*$/gm);

function indent(samples: readonly Sample[]): number | "tab" | undefined {
  const votes = new Map<number | "tab", number>();
  for (const { text } of samples) {
    const found = /^[^\s/*#].*[{(:[][ \t]*\r?\n(\t|[ ]+)\S/m.exec(text)?.[1];
    if (!found) continue;
    const width = found === "\t" ? "tab" : found.length;
    if (width === "tab" || width <= 8) votes.set(width, (votes.get(width) ?? 0) + 1);
  }
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}

const shapes = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)+$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)+$/,
  camel: /^[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+$/,
  pascal: /^(?:[A-Z][a-z0-9]+)+$/,
} as const;

function fileNames(samples: readonly Sample[]): Style["fileNames"] {
  const names = samples.map(({ path }) =>
    (path.split("/").at(-1) ?? "").replace(/\..*$/, "").replaceAll(/^_+|_+$/g, ""),
  );
  let best: Style["fileNames"];
  let most = 0;
  for (const shape of ["kebab", "snake", "camel", "pascal"] as const) {
    const fit = names.filter((name) => shapes[shape].test(name)).length;
    if (fit > most) [best, most] = [shape, fit];
  }
  return best;
}

/** Returns the style from a formatter's settings file in this package or at the root. */
async function configured(files: Files, folder: string): Promise<Partial<Style>> {
  for (const place of new Set([folder, ""]))
    for (const name of [".prettierrc", ".prettierrc.json", ".prettierrc.yaml", ".oxfmtrc.json"]) {
      const text = await files.tryRead(place + name);
      if (text !== null) return prettier(text);
    }
  return {};
}

function prettier(text: string): Partial<Style> {
  let settings: unknown;
  try {
    settings = parseYaml(text, { maxAliasCount: 0 }); // JSON is YAML
  } catch {
    return {};
  }
  if (!isObject(settings)) return {};
  const { singleQuote, semi, tabWidth, useTabs } = settings;
  const width = Number.isInteger(tabWidth) ? (tabWidth as number) : 2;
  return {
    quotes: singleQuote === true ? "single" : "double",
    semicolons: semi !== false,
    indent: useTabs === true ? "tab" : width,
  };
}
