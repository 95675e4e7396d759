import { posix } from "node:path";
import { mostFrequent } from "../../lib/index.ts";
import type { Style } from "../project.ts";
import { settingsFor, type SettingsFiles } from "./settings.ts";

export interface Sample {
  readonly path: string;
  readonly text: string;
}

/** Detects the style of most sampled files; a formatter's settings take precedence. */
export async function styleOf(
  files: SettingsFiles,
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
  const widths = samples.flatMap(({ text }): readonly (number | "tab")[] => {
    const space = /^[^\s/*#].*[{(:[][ \t]*\r?\n(\t|[ ]+)\S/m.exec(text)?.[1];
    if (space === "\t") return ["tab"];
    return space && space.length <= 8 ? [space.length] : [];
  });
  return mostFrequent(widths);
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

export const prettierFiles: readonly string[] = [
  ...["", ".json", ".json5", ".yaml", ".yml", ".toml", ".js", ".cjs", ".mjs", ".ts"].map(
    (end) => `.prettierrc${end}`,
  ),
  ...["js", "cjs", "mjs", "ts"].map((end) => `prettier.config.${end}`),
];

/** Formatters' settings files, with what they leave to the formatter's defaults. */
const formatters: readonly (readonly [names: readonly string[], defaults: Partial<Style>])[] = [
  [prettierFiles, { width: 80 }],
  [["biome.json", "biome.jsonc"], { width: 80, indent: "tab" }],
  [[".oxfmtrc.json", ".oxfmtrc.jsonc"], { width: 100 }],
];

/** The section that holds a formatter's settings in package.json. */
const inManifest = /"prettier"\s*:\s*(\{[^{}]*\})/;

/** Settings that come from another file or package, so that what they omit isn't the formatter's default. */
const inherits = /\.\.\.|\brequire\s*\(|\bextends\b|\bfrom\s*["'](?!prettier["'])|^\s*["'][^"'\n]*["']\s*$/;

/** Biome's setting for projects that it only lints. */
const isDisabled = /"formatter"\s*:\s*\{[^{}]*"enabled"\s*:\s*false/;

const names = [...formatters.flatMap(([names]) => names), "package.json"];

/** Returns the style from the nearest settings of a formatter, and what an `.editorconfig` adds to them. */
async function configured(files: SettingsFiles, folder: string): Promise<Partial<Style>> {
  const place = folder.replace(/\/$/, "");
  const parts: Partial<Style>[] = [];
  for await (const { text } of settingsFor(files, place, [".editorconfig"])) {
    parts.unshift(editorStyle(text));
    if (/^[ \t]*root[ \t]*=[ \t]*true\b/im.test(text)) break;
  }
  const editor = Object.assign({}, ...parts) as Partial<Style>; // the nearest last
  for await (const { path, text } of settingsFor(files, place, names)) {
    const name = posix.basename(path);
    const settings = name === "package.json" ? inManifest.exec(text)?.[1] : text;
    if (settings === undefined || isDisabled.test(settings)) continue;
    const defaults = formatters.find(([files]) => files.includes(name))?.[1] ?? { width: 80 };
    return {
      ...(inherits.test(settings) ? {} : { quotes: "double", semicolons: true, indent: 2, ...defaults }),
      ...editor,
      ...formatStyle(settings),
    };
  }
  return editor;
}

/** Reads the keys of all formatters, whose settings are JSON, YAML or code. Overrides apply only to some files. */
function formatStyle(settings: string): Partial<Style> {
  const [text = ""] = settings.split(/\boverrides\b/, 1);
  const value = (keys: string): string | undefined =>
    new RegExp(`\\b(?:${keys})["']?\\s*[:=]\\s*["']?(\\w+)`).exec(text)?.[1];
  const quotes = value("singleQuote|quoteStyle");
  const semicolons = value("semi|semicolons");
  const tabs = value("useTabs|indentStyle");
  const indent = Number(value("tabWidth|indentWidth|indentSize"));
  const width = Number(value("printWidth|lineWidth"));
  const commas = value("trailingCommas?");
  return {
    ...(quotes !== undefined && { quotes: /^(?:true|single)$/.test(quotes) ? "single" : "double" }),
    ...(semicolons !== undefined && { semicolons: !/^(?:false|asNeeded)$/.test(semicolons) }),
    ...(indent > 0 && { indent }),
    ...(tabs !== undefined && /^(?:false|space)$/.test(tabs) && !(indent > 0) && { indent: 2 }),
    ...(tabs !== undefined && /^(?:true|tab)$/.test(tabs) && { indent: "tab" }),
    ...(width > 0 && { width }),
    ...(commas !== undefined && { trailingCommas: commas !== "none" }),
  };
}

/** Reads the sections of an `.editorconfig` that apply to source files. */
function editorStyle(text: string): Partial<Style> {
  const sections = text.split(/^(?=\[)/m);
  const applying = sections.filter((section) => /^\[(?:\*\]|[^\n]*\b[jt]sx?\b)/.test(section)).join("\n");
  const value = (key: string, form: string): string | undefined =>
    [...applying.matchAll(new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*(${form})\\b`, "gim"))].at(-1)?.[1]; // later sections win
  const [width, size] = [Number(value("max_line_length", "\\d+")), Number(value("indent_size", "\\d+"))];
  return {
    ...(value("indent_style", "tab|space") === "tab" ? { indent: "tab" } : size > 0 && { indent: size }),
    ...(width > 0 && { width }),
  };
}
