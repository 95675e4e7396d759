import { some } from "../../words/name-words.ts";
import { effect, matches, type Look, type Verb } from "./seen.ts";

/** Ways to read the environment. */
export const environment = [
  /\b(?:process|import\.meta)\.env\.([A-Z][A-Z\d_]*)\b/g,
  /\bprocess\.env\[["']([A-Za-z_]\w*)["']\]/g,
  /\bos\.(?:environ\.get|getenv)\(\s*["']([A-Za-z_]\w*)["']/g,
  /\bos\.environ\[["']([A-Za-z_]\w*)["']\]/g,
];

/** Variables about how a program is built or run, which nobody sets for a single function. */
const modes = /^(?:DEV|PROD|SSR|MODE|TEST|BASE_URL|NODE_ENV|PWD|CI)$/;

const place = String.raw`((?:["'][\w./-]+["'])|[A-Za-z_$][\w$.]*)`;
const calls = (names: string, rest = String.raw`\s*[,)]`): RegExp =>
  new RegExp(
    String.raw`(?<![\w$.])(?:(?:this\.#?|self\._?)?(?:fs\w*|\w+Fs|promises|os|shutil|io|codecs)\.)*(?:${names})(?:Sync)?\(\s*${place}${rest}`,
    "g",
  );

/** Operations on files, folders and signals. */
const handled: readonly (readonly [Verb, string, readonly RegExp[]])[] = [
  [
    ["reads", "reading"],
    "the file",
    [
      calls("readFile|createReadStream"),
      calls("open", String.raw`\s*(?:\)|,\s*(?:mode\s*=\s*)?["']rb?["']|,\s*encoding)`),
    ],
  ],
  [
    ["writes", "writing"],
    "to",
    [
      calls("writeFile|appendFile|createWriteStream|outputFile"),
      calls("open", String.raw`\s*,\s*(?:mode\s*=\s*)?["'][wax]b?\+?["']`),
    ],
  ],
  [
    ["deletes", "deleting"],
    "",
    [
      calls("unlink|rmdir|rmtree|rimraf"),
      /\b(?:fs|fsp|promises|fse|os)\.(?:rm|rmSync|remove)\(\s*([A-Za-z_$][\w$.]*)\s*[,)]/g,
    ],
  ],
  [["creates", "creating"], "the folder", [calls("mkdir|makedirs|ensureDir|mkdirp")]],
  [["handles", "handling"], "the signal", [/\bprocess\.(?:on|once)\(\s*(["']SIG[A-Z]+["'])/g]],
];

/** Finds `process.env.PORT`, `os.getenv("PORT")`. */
export const variables: Look = ({ body }) => {
  const found = matches(body, environment).filter((match) => !modes.test(match));
  return found.length ? [effect(["reads", "reading"], `${some(found, 5)} from the environment`)] : [];
};

/** Finds `parser.add_argument("--name")`. */
export const options: Look = ({ body }) => {
  const found = matches(body, [/\badd_argument\(\s*(?:["']-\w["']\s*,\s*)?["'](--[\w-]+)["']/g]);
  return found.length ? [effect(["takes", "taking"], `the command-line options ${some(found, 8)}`)] : [];
};

/** Finds operations on files, folders and signals named by literals or parameters. */
export const acts: Look = ({ body, names }) =>
  handled.flatMap(([verb, what, patterns]) => {
    const found = matches(body, patterns).filter(
      (match) =>
        names.has(match.split(".")[0] ?? "") || /^(?:this|self)\./.test(match) || /^["']/.test(match),
    );
    if (found.length === 0) return [];
    const bare = found.map((name) => name.replaceAll(/^["']|["']$/g, ""));
    const whole = bare.length > 1 && /^the (?:file|folder|signal)$/.test(what) ? `${what}s` : what;
    return [effect(verb, [whole, some(bare, 3)].filter(Boolean).join(" "))];
  });

/** Finds settings of the whole program. */
export const globals: Look = ({ body }) => {
  const found = matches(body, [
    /^\s*global\s+(\w+)\s*$/gm,
    /\bprocess\.env\.([A-Z][A-Z\d_]*)\s*=(?!=)/g,
    /\bos\.environ\[["'](\w+)["']\]\s*=(?!=)/g,
  ]);
  return found.length ? [effect(["sets", "setting"], some(found, 3))] : [];
};
