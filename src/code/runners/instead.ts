import type { RunOptions } from "../../workspace/index.ts";

type Command = readonly [string, ...string[]];

/** Texts that replace files during a run, by absolute path; nothing is written to the project. */
export type Texts = Readonly<Record<string, string>>;

export interface Instead {
  readonly command: Command;
  readonly options: Pick<RunOptions, "environment" | "input">;
}

/** The kernel's limit for an environment variable, in bytes. */
const longest = 120_000;

/** Returns a program's command with texts in place of files; undefined if the program doesn't support that. */
export function instead(
  runner: string,
  {
    command,
    input,
    texts,
  }: { readonly command: Command; readonly input?: string | undefined; readonly texts: Texts },
): Instead | undefined {
  const data = JSON.stringify(texts);
  if (/^go (?:test|vet)$/.test(runner)) {
    const [program, verb = "", ...words] = command;
    return {
      command: ["bash", "-s", "--", program, verb, ...words],
      options: { input: overlaid(Object.entries(texts)) },
    };
  }
  if (Buffer.byteLength(data) > longest) return undefined;
  const environment = { ANTIPHON_INSTEAD: data };
  switch (runner) {
    case "vitest":
    case "jest":
    case "mocha":
    case "node:test":
    case "tsc":
    case "eslint":
    case "pyright":
      return { command, options: { environment: { ...environment, ...nodeOptions } } };
    case "pytest": {
      const [python, ...words] = command;
      return {
        command: [python, "-", ...words.slice(1)],
        options: { environment, input: pythonTexts + runModule },
      };
    }
    case "unittest":
      return { command, options: { environment, input: pythonTexts + (input ?? "") } };
    default:
      return undefined;
  }
}

/** A script that writes the texts and Go's overlay of them to a temporary folder, and runs the command with it. */
function overlaid(texts: readonly (readonly [path: string, text: string])[]): string {
  const put = (name: string, text: string): string =>
    `base64 -d > "$at/${name}" <<'END'\n${Buffer.from(text).toString("base64")}\nEND\n`;
  const replaced = Object.fromEntries(texts.map(([path], i) => [path, `{at}/${i}.go`]));
  return [
    "at=$(mktemp -d) || exit 127\ntrap 'rm -rf \"$at\"' EXIT\n",
    ...texts.map(([, text], i) => put(`${i}.go`, text)),
    put("overlay", JSON.stringify({ Replace: replaced })),
    'sed "s|{at}|$at|g" "$at/overlay" > "$at/overlay.json"\n',
    '"$1" "$2" -overlay="$at/overlay.json" "${@:3}" < /dev/null\n',
  ].join("");
}

/** Makes Python load the texts in place of the files. */
const pythonTexts = `
import importlib.machinery as _machinery, json as _json, os as _os
_texts = _json.loads(_os.environ["ANTIPHON_INSTEAD"])
_get_code = _machinery.SourceFileLoader.get_code
def _instead(self, name):
    text = _texts.get(_os.path.realpath(self.path))
    return _get_code(self, name) if text is None else compile(text, self.path, "exec", dont_inherit=True)
_machinery.SourceFileLoader.get_code = _instead
`;

const runModule = `
import runpy, sys
sys.argv = sys.argv[1:]
sys.path.insert(0, "")
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
`;

/**
 * Serves file reads and both kinds of modules from the texts: vite and jest read files, node loads modules.
 * ANTIPHON_BEFORE is `{ text, paths }`: the text is prepended to those files.
 */
const hook = `
import fs from "node:fs";
import promises from "node:fs/promises";
import Module, { syncBuiltinESMExports } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
const texts = JSON.parse(process.env.ANTIPHON_INSTEAD ?? "{}");
const { text: first, paths } = JSON.parse(process.env.ANTIPHON_BEFORE ?? '{"paths":[]}');
for (const path of paths) texts[path] = first + (texts[path] ?? fs.readFileSync(path, "utf8"));
const textOf = (path) => {
  const name = path instanceof URL ? fileURLToPath(path) : typeof path === "string" ? path.replace(/[?#].*/, "") : "";
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
};
const as = (text, options) => ((typeof options === "string" ? options : options?.encoding) ? text : Buffer.from(text));
const { readFileSync, readFile } = fs;
fs.readFileSync = function (path, options) {
  const text = textOf(path);
  return text === undefined ? readFileSync.apply(this, arguments) : as(text, options);
};
fs.readFile = function (path, ...rest) {
  const text = textOf(path);
  if (text === undefined) return readFile.call(this, path, ...rest);
  process.nextTick(rest.at(-1), null, as(text, rest.length > 1 ? rest[0] : undefined));
};
const later = promises.readFile;
promises.readFile = async function (path, options) {
  const text = textOf(path);
  return text === undefined ? later.call(this, path, options) : as(text, options);
};
syncBuiltinESMExports();
// Compilers such as Babel wrap _compile of each module: whichever is called with the file's own text gets the other one.
for (const [ending, load] of Object.entries(Module._extensions))
  Module._extensions[ending] = (module, name) => {
    const text = textOf(name);
    if (text !== undefined) {
      const file = readFileSync(name, "utf8").replace(/^\\uFEFF/, "");
      const wrap = (compile) => function (source, ...rest) { return compile.call(this, source === file ? text : source, ...rest); };
      let wrapped = wrap(module._compile);
      Object.defineProperty(module, "_compile", { configurable: true, get: () => wrapped, set: (compile) => { wrapped = wrap(compile); } });
    }
    return load(module, name);
  };
const urls = Object.fromEntries(Object.entries(texts).map(([path, text]) => [pathToFileURL(path).href, text]));
const load = (url, loaded) => {
  const text = urls[url.replace(/[?#].*/, "")];
  return text === undefined || loaded.format === "commonjs" ? loaded : { ...loaded, source: text };
};
if (Module.registerHooks) Module.registerHooks({ load: (url, context, next) => load(url, next(url, context)) });
else if (Module.register) {
  const loader = "let urls; export const initialize = (data) => { urls = data; };"
    + "export async function load(url, context, next) { const loaded = await next(url, context);"
    + "const text = urls[url.replace(/[?#].*/, '')];"
    + "return text === undefined || loaded.format === 'commonjs' ? loaded : { ...loaded, source: text }; }";
  Module.register("data:text/javascript," + encodeURIComponent(loader), { data: urls });
}
`;

/** Environment for every Node process a run starts. */
export const nodeOptions = {
  NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(hook).toString("base64")}`,
} as const;
