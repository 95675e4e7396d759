import { inTable } from "../../lib/index.ts";
import { posix } from "node:path";
import type { Candidate, Fixer, Ground, Problem } from "../contract.ts";
import { edited, onLine, wordOf } from "../edits.ts";

type Template = (problem: Problem, ground: Ground) => Promise<readonly Candidate[]>;

const here = (problem: Problem, ground: Ground, what: string, edit: (text: string) => string | undefined) =>
  edited(ground, problem.file, { what, edit });
const line = (problem: Problem, edit: (line: string) => string) => (text: string) =>
  onLine(text, problem.line, edit);
const quoted = (message: string): readonly string[] =>
  [...message.matchAll(/'"?([^'"]+)"?'/g)].map(([, word]) => word ?? "");

const override: Template = (problem, ground) =>
  here(
    problem,
    ground,
    "it overrides what it inherits",
    line(problem, (one) =>
      one.replace(/^(\s*(?:(?:public|protected|private)\s+)?(?:static\s+)?)/, "$1override "),
    ),
  );
const noOverride: Template = (problem, ground) =>
  here(
    problem,
    ground,
    "it overrides nothing",
    line(problem, (one) => one.replace(/\boverride\s+/, "")),
  );

/** A promise used as its value: awaited where it is created, or where it is used. */
const awaited: Template = async (problem, ground) => {
  if (!/Promise</.test(problem.message)) return [];
  const text = await ground.text(problem.file);
  const one = text.split("\n")[problem.line - 1] ?? "";
  const index = (problem.column ?? 1) - 1;
  const before =
    /([\w$]+)\s*(?:\??\.|\[)\s*$/.exec(one.slice(0, index))?.[1] ?? /^[\w$]+/.exec(one.slice(index))?.[0];
  const pattern =
    before &&
    new RegExp(
      `^(\\s*(?:const|let|var)\\s+${before.replaceAll("$", "\\$")}\\s*(?::[^=\\n]+)?=\\s*)(?!await\\b)`,
      "m",
    );
  const atUse = await here(
    problem,
    ground,
    "the promise is awaited",
    line(problem, (all) => all.replace(/(=\s*|return\s+|\(\s*)(?!await\b)(?=[\w$.]+\()/, "$1await ")),
  );
  const atMaking = pattern
    ? await here(problem, ground, `what ${before ?? ""} holds is awaited`, (all) =>
        all.replace(pattern, "$1await "),
      )
    : [];
  return [...atMaking, ...atUse];
};

/** Makes the nearest enclosing function async. */
const async_: Template = (problem, ground) =>
  here(problem, ground, "the function around it is async", (text) => {
    const lines = text.split("\n");
    const head =
      /^(\s*(?:export\s+)?(?:default\s+)?)(?!.*\basync\b)(function\b|(?:public\s+|private\s+|protected\s+|static\s+)*[\w$]+\s*\([^)]*\)\s*(?::[^={]+)?\{\s*$)/;
    const arrow = /=\s*(?!async\b)(?=(?:\([^)]*\)|[\w$]+)\s*(?::[^=]+)?=>)/;
    for (let i = problem.line - 1; i >= 0; i--) {
      const one = lines[i] ?? "";
      if (/^\s*(?:if|for|while|switch|catch)\b/.test(one)) continue;
      if (head.test(one)) lines[i] = one.replace(head, "$1async $2");
      else if (arrow.test(one)) lines[i] = one.replace(arrow, "= async ");
      else continue;
      return lines.join("\n");
    }
    return undefined;
  });

const exported: Template = async (problem, ground) => {
  const [request = "", name = ""] = quoted(problem.message);
  const base = posix.join(posix.dirname(problem.file), request);
  for (const path of [
    base,
    base.replace(/\.([mc]?)js(x?)$/, ".$1ts$2"),
    `${base}.ts`,
    `${base}.tsx`,
    `${base}/index.ts`,
  ]) {
    const text = await ground.text(path).catch(() => "");
    if (text)
      return edited(ground, path, {
        what: `${name} is exported`,
        edit: (all) =>
          all.replace(
            new RegExp(
              `^(?=(?:declare\\s+)?(?:abstract\\s+)?(?:async\\s+)?(?:function\\*?|class|const|let|var|type|interface|enum)\\s+${name}\\b)`,
              "m",
            ),
            "export ",
          ),
      });
  }
  return [];
};

const toNamed: Template = (problem, ground) =>
  here(
    problem,
    ground,
    "the module has no default",
    line(problem, (one) =>
      one.replace(/\bimport\s+(type\s+)?([\w$]+)\s+from\b/, "import $1{ $2 } from").replace("undefined", ""),
    ),
  );
const toDefault: Template = (problem, ground) =>
  here(
    problem,
    ground,
    "the module exports it as its default",
    line(problem, (one) =>
      one.replace(
        /\bimport\s+(type\s+)?\{\s*([\w$]+)\s*\}\s+from\b/,
        (_, type: string | undefined, name: string) => `import ${type ?? ""}${name} from`,
      ),
    ),
  );

const typeOnly: Template = (problem, ground) => {
  const [name = ""] = quoted(problem.message);
  return here(
    problem,
    ground,
    `${name} is imported as a type`,
    line(problem, (one) => {
      const alone = new RegExp(`^(\\s*(?:import|export)\\s+)(?=\\{\\s*${name}\\s*\\})`);
      return alone.test(one) ? one.replace(alone, "$1type ") : one.replace(wordOf(name), `type ${name}`);
    }),
  );
};

/** Removes an unused import, or a local initialised without calls. */
const unused: Template = async (problem, ground) => {
  const [name = ""] = quoted(problem.message);
  return here(problem, ground, `${name || "it"} is used nowhere`, (text) => {
    const one = text.split("\n")[problem.line - 1] ?? "";
    const lines = text.split("\n");
    if (/^\s*import\b/.test(one)) {
      const left = one
        .replace(new RegExp(`(?:type\\s+)?\\b${name}\\b\\s*,?\\s*`), "")
        .replace(/,\s*\}/, " }");
      if (problem.code === "TS6192" || /\{\s*\}|^\s*import\s+from/.test(left) || left === one)
        lines.splice(problem.line - 1, 1);
      else lines[problem.line - 1] = left;
      return lines.join("\n");
    }
    if (!new RegExp(`^\\s*(?:const|let|var)\\s+${name}\\b[^(]*;?\\s*$`).test(one)) return undefined;
    lines.splice(problem.line - 1, 1);
    return lines.join("\n");
  });
};

const templates: Readonly<Record<string, Template>> = {
  TS4114: override,
  TS4116: override,
  TS4113: noOverride,
  TS2339: awaited,
  TS7053: awaited,
  TS2322: awaited,
  TS2345: awaited,
  TS2740: awaited,
  TS2488: awaited,
  TS2801: awaited,
  TS1308: async_,
  TS2459: exported,
  TS2460: exported,
  TS2613: toNamed,
  TS1192: toNamed,
  TS2614: toDefault,
  TS2595: toDefault,
  TS2616: toDefault,
  TS1484: typeOnly,
  TS1485: typeOnly,
  TS6133: unused,
  TS6192: unused,
  TS6196: unused,
};

/** Fixes for the compiler's error codes, like an editor's quick fixes. */
const typescript: Fixer = {
  candidates: async (problem, ground) =>
    (problem.file && (await inTable(templates, problem.code)?.(problem, ground))) || [],
};
export default typescript;
