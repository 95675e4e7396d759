import { languageOf, withoutComments } from "../../code/index.ts";
import { type DeclaredSetting, type Held, settingsClasses, settingsSchemas } from "./declared-settings.ts";

/** A setting that a program reads from outside, and where. */
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
    new RegExp(
      String.raw`\b(?:process\.env|import\.meta\.env(?!\.(?:DEV|PROD|SSR|MODE|BASE_URL)\b))\.([A-Z][A-Z0-9_]*)\b(?:${literal})?`,
      "g",
    ),
  ],
  ["environment", new RegExp(String.raw`\bprocess\.env\[["']([A-Za-z_]\w*)["']\](?:${literal})?`, "g")],
  ["environment", /\bDeno\.env\.get\(\s*["']([A-Za-z_]\w*)["']\s*\)/g],
  [
    "environment",
    /\bos\.(?:environ\.get|getenv)\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*("[^"\n]*"|'[^'\n]*'|\d+|None))?/g,
  ],
  ["environment", /\bos\.environ\[["']([A-Za-z_]\w*)["']\]/g],
  // configuration services of Nest and others, whose names mean other things
  [
    "environment",
    /\b\w*[cC]onfig(?:uration|Service)?\.(?:get|getOrThrow)(?:<[^<>()\n]*>)?\(\s*["']([A-Z][A-Z0-9_]+)["'](?:\s*,\s*("[^"\n]*"|'[^'\n]*'|\d+))?/g,
  ],
  [
    "environment",
    /(?<![.\w])(?:config|env(?:\.(?:str|int|bool|float|list|url|json))?)\(\s*["']([A-Z][A-Z0-9_]+)["'](?:\s*,\s*(?:cast\s*=\s*\w+\s*,\s*)?(?:default\s*=\s*)?("[^"\n]*"|'[^'\n]*'|-?\d+|True|False|None))?/g,
  ],
  ["environment", /\bos\.(?:Getenv|LookupEnv)\(\s*"(\w+)"\s*\)/g],
  ["environment", /\benv::var(?:_os)?\(\s*"(\w+)"\s*\)/g],
  [
    "environment",
    /`[^`\n]*\b(?:env|envconfig):"([A-Z]\w*)(?:,\w+)*"(?:\s+(?:envDefault|default):("[^"\n]*"))?/g,
  ],
  [
    "file",
    /\b(?:readFile|readFileSync|open|read_text|loadConfig|load_dotenv)\(\s*["']([\w./-]*\w\.(?:json|ya?ml|toml|ini|cfg|env|rc|conf))["']/g,
  ],
];

/** A variable named by a constant of the file: `os.environ.get(HOME_VARIABLE)`. */
const byConstant = new RegExp(
  String.raw`\b(?:process\.env\[|os\.environ\[|os\.environ\.get\(\s*|os\.getenv\(\s*|os\.Getenv\(\s*)([A-Z][A-Z0-9_]*)\b(?:\](?:${literal})?|\s*,\s*("[^"\n]*"|'[^'\n]*'|\d+|None)|\s*\))`,
  "g",
);

/** Libraries that look up a program's settings by its name. */
const byName = /\b(?:cosmiconfig(?:Sync)?|lilconfig(?:Sync)?|rc)\(\s*["']([\w-]+)["']/g;

/** A path that ends in string literals: `join(cwd, ".shop", "config.json")`. */
const joined = /\b(?:join|resolve)\(([^()\n]*?)((?:,\s*["'][\w.-]+["']\s*)+)\)/g;

/** Names of configuration files that users edit; those of compilers and similar tools are excluded. */
const ofUsers =
  /(?:^|\/)(?:\.[a-z][\w-]*rc(?:\.\w+)?|(?!(?:ts|js)config)[\w.-]*config(?:uration)?\.(?:json5?|jsonc|ya?ml|toml|ini|[cm]?[jt]s))$/i;

/** Returns the configuration files that a file opens by constructed paths; files next to it are its own data. */
function pathsOfUsers(bare: string): readonly DeclaredSetting[] {
  const named = [...bare.matchAll(byName)].map(({ 1: name = "", index }) => ({ name: `.${name}rc`, index }));
  const put = [...bare.matchAll(joined)].flatMap(({ 1: from = "", 2: texts = "", index }) => {
    const name = [...texts.matchAll(/["']([\w.-]+)["']/g)].map(([, text = ""]) => text).join("/");
    const isOwn =
      /__dirname|__file__|import\.meta|\btmp|temp/i.test(from) || /(?:^|\/)\.\.(?:\/|$)/.test(name);
    // the location of a bare `config.json` is unknown
    return isOwn || !ofUsers.test(name) || /^config(?:uration)?\.\w+$/i.test(name) ? [] : [{ name, index }];
  });
  return [...named, ...put].map((item) => ({ ...item, value: undefined }));
}

/** Returns the environment variables and configuration files that a file's code reads; comments don't count. */
export async function settingsIn(
  file: string,
  text: string,
  elsewhere?: ReadonlyMap<string, Held>,
): Promise<readonly Setting[]> {
  const isSilent =
    !/\benv|environ|Getenv|LookupEnv|getenv|readFile|open\(|load_dotenv|Settings|[cC]onfig|rc\b/.test(text);
  if (isSilent && !elsewhere?.size) return [];
  const language = await languageOf(file);
  const bare = language ? withoutComments(text, language) : text;
  const found: Setting[] = [];
  const add = (kind: Setting["kind"], { name, value, index }: DeclaredSetting): void => {
    const line = bare.slice(0, index).split("\n").length;
    const initial = value && value !== "None" && { default: value.replaceAll(/^["']|["']$/g, "") };
    found.push({ kind, name, file, line, ...initial });
  };
  for (const [kind, pattern] of patterns)
    for (const { 1: name = "", 2: value, index } of bare.matchAll(pattern)) add(kind, { name, value, index });
  for (const { 1: constant = "", 2: key, 3: value = key, index } of bare.matchAll(byConstant)) {
    const [, name] =
      new RegExp(`\\b${constant}\\s*(?::[^=\\n]*)?=\\s*["']([A-Za-z_]\\w*)["']`).exec(bare) ?? [];
    if (name !== undefined) add("environment", { name, value, index });
  }
  for (const pathsOfUser of pathsOfUsers(bare)) add("file", pathsOfUser);
  for (const setting of [...settingsClasses(bare, elsewhere), ...settingsSchemas(bare)])
    add("environment", setting);
  for (const { 1: names = "", index } of bare.matchAll(/\{([^{}]*)\}\s*=\s*process\.env\b/g))
    for (const { 1: name = "", 2: value } of names.matchAll(
      /\b([A-Z][A-Z0-9_]*)\b(?:\s*:\s*\w+)?(?:\s*=\s*("[^"\n]*"|'[^'\n]*'|\d+))?/g,
    ))
      add("environment", { name, value, index });
  return found.filter(({ kind, name }) => kind === "file" || !others.test(name));
}

/** Variables set by the system, a shell, a package manager or a test runner, and internal ones. */
const others =
  /^(?:_.*|HOME|HOMEDRIVE|HOMEPATH|XDG_\w+|PATH|PWD|SHELL|USER|USERNAME|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|TEMP|TMP|TERM|COLUMNS|LINES|COMP_(?:WORDS|CWORD|LINE|POINT)|npm_.*|PYTEST_CURRENT_TEST|VITEST(?:_\w+)?|JEST_WORKER_ID|CI|GITHUB_ACTIONS|CARGO(?:_\w+)?|RUST(?:C|DOC|FLAGS)(?:_\w+)?|OUT_DIR|(?:(?:\w+_)?TESTS?(?:_\w+)?)|(?:(?:PROGRAMDATA|PROGRAMFILES\w*|SYSTEMROOT|WINDIR|COMSPEC|ALLUSERSPROFILE)))$/i;

/** Names of secrets, whose defaults aren't published. */
const secret = /secret|passw|token|credential|private|(?:api|access|signing|encryption)[-_]?key|_key$/i;

/** Names of durations and counts, which aren't secret even if they concern a secret. */
const measure = /expir|minutes|hours|days|sec(?:ond)?s|rounds|ttl|length|lifetime|max_?age/i;
const isOpen = (name: string, value: string): boolean =>
  !/:\/\/[^\s/:@]*:[^\s/@]+@/.test(value) &&
  (!secret.test(name) || (/^\d+$/.test(value) && measure.test(name)));

/** Keeps one setting per name: its first place, and the first default that may be published. */
export function merged(settings: readonly Setting[]): readonly Setting[] {
  return [...Map.groupBy(settings, ({ kind, name }) => `${kind} ${name}`).values()]
    .flatMap((all) => {
      const [first] = all;
      if (!first) return [];
      const { default: _, ...bare } = first;
      const value = all.find((setting) => setting.default !== undefined)?.default;
      return [{ ...bare, ...(value !== undefined && isOpen(bare.name, value) && { default: value }) }];
    })
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name));
}
