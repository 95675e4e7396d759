import { posix } from "node:path";
import { literal } from "../../../lib/index.ts";
import type { Example } from "../says/known.ts";
import { rustLines } from "./rust.ts";
import { type Found, moduleOf, statementOf } from "./setup.ts";
import type { Verdict } from "./verdict.ts";

/** Formats an example for a docstring; undefined if it can't be shown there. */
export function exampleOf(found: Found, { prints, uses = [] }: Verdict): Example | undefined {
  if (/\.(?:go|java)$/.test(found.test)) return inComment(found);
  if (found.test.endsWith(".rs")) return { code: rustLines(found, uses).join("\n") };
  return found.test.endsWith(".py") ? ofPython(found, prints) : ofEcmascript(found, prints);
}

function inComment({ test, shown: { before = [], call, value = "", fallible } }: Found): Example | undefined {
  const remark = `// ${value}${fallible ? ", nil" : ""}`;
  const isName = /^[a-z]\w*$/.test(value) && !/^(?:true|false|nil|null)$/.test(value);
  if (/\w\.\w+\(/.test(value) || isName || remark.length > longest) return undefined;
  const line = test.endsWith(".java") ? `${call};` : call;
  const last = `${line} ${remark}`.length > widest ? [line, remark] : [`${line} ${remark}`];
  return { code: [...before, ...last].join("\n") };
}

function ofPython(
  { symbol, uses, shown: { call, value } }: Found,
  prints: string | undefined,
): Example | undefined {
  const printedText = prints ?? printed(value ?? "None");
  // output that repeats the constructor call says nothing
  if (printedText === undefined || printedText.startsWith(call.slice(0, call.indexOf("(") + 1)))
    return undefined;
  const ownModule = moduleOf(symbol.file);
  const others = uses.filter(
    ({ local, name, from }) =>
      from !== ownModule &&
      (from.split(".")[0] !== ownModule.split(".")[0] || /^[A-Z]/.test(name)) &&
      new RegExp(String.raw`(?<![\w.])${literal(local)}\b`).test(call),
  );
  // `from package import module`: the module's own docstrings don't need its name
  const module = uses.find(({ name, from }) => `${from}.${name}` === ownModule);
  const named = byNames(
    call,
    uses.filter(({ from }) => from === ownModule),
  );
  const bare = module
    ? named.replaceAll(new RegExp(String.raw`(?<![\w.])${literal(module.local)}\.`, "g"), "")
    : named;
  const lines = [...others.map(statementOf), bare].map((line) => `>>> ${line}`);
  return { code: [...lines, ...(printedText ? [printedText] : [])].join("\n") };
}

function ofEcmascript(
  { symbol, test, uses, shown: { call: written, value = "", throws, title, awaited } }: Found,
  prints: string | undefined,
): Example | undefined {
  const localImports = uses.filter(({ from }) => from.startsWith("."));
  const call = byNames(withoutModule(written, { symbol, test, uses }), localImports);
  const text = onOneLine(call);
  const line = `${awaited ? "await " : ""}${text !== undefined && text.length <= widest ? text : dedented(call)};`;
  const result = throws ? "throws" : isWritten(value) ? onOneLine(value) : prints;
  const remark = `// ${result ?? ""}`;
  if (result === undefined || remark.length > longest) return undefined;
  return {
    ...(title && { title }),
    code: `${line} ${remark}`.length > widest ? `${line}\n${remark}` : `${line} ${remark}`,
  };
}

/** Rewrites a call with the project's names where its test renames imports: `import { flat as f }`. */
function byNames(call: string, uses: Found["uses"]): string {
  const others = uses.filter(
    ({ local, name }) => local !== name && name !== "*" && name !== "default" && !local.includes("."),
  );
  return others.reduce(
    (text, { local, name }) =>
      text.replaceAll(new RegExp(String.raw`(?<![\w$.])${literal(local)}(?![\w$])`, "g"), () => name),
    call,
  );
}

/** Rewrites `util.flat([1])` as `flat([1])` if the test imports the whole declaring module under its own name. */
function withoutModule(
  call: string,
  { symbol, test, uses }: Pick<Found, "symbol" | "test" | "uses">,
): string {
  const { file, declaration } = symbol;
  const stem = file.replace(/\.\w+$/, "");
  const local = uses.find(
    ({ name, from }) =>
      (name === "*" || name === "default") &&
      from.startsWith(".") &&
      posix.join(posix.dirname(test), from).replace(/\.\w+$/, "") === stem,
  );
  if (!local || declaration.main || posix.basename(stem) === "index") return call;
  return call.replaceAll(new RegExp(String.raw`(?<![\w$.])${literal(local.local)}\.(?=[A-Za-z_$])`, "g"), "");
}

/** Whether a value is a literal and not computed like `1000 * 60`. */
const isWritten = (value: string): boolean =>
  !/[*+/(%]|\bnew\b|\.\w/.test(value.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\d\.\d/g, ""));

const widest = 90;

/** Longer results are cut and would show less than the test. */
const longest = 120;

/**
 * Joins lines into one, without the comma after the last; undefined if they contain a multi-line string or
 * a comment.
 */
export function onOneLine(text: string): string | undefined {
  if (!text.includes("\n")) return text;
  if (/`|\/\/|\/\*/.test(text)) return undefined;
  return text
    .replaceAll(/\s*\n\s*/g, " ")
    .replaceAll(/,(?= [\])}])/g, "")
    .replaceAll(/(?<=[[(]) | (?=[\])])/g, "");
}

/** Removes the indentation that all lines but the first share. */
function dedented(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const shared = Math.min(
    ...rest.filter((line) => line.trim()).map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  );
  const chained = rest.every((line) => /^\s*\./.test(line)) ? "  " : "";
  return [first, ...rest.map((line) => chained + line.slice(shared))].join("\n");
}

/**
 * Returns what Python prints for a literal if its source leaves no doubt: `"a"` as `'a'`, nothing for
 * `None`; `4.0` might be printed as 4.
 */
export function printed(literal: string): string | undefined {
  if (literal === "None") return "";
  const parts = literal.match(/"[^"'\\]*"|'[^"'\\]*'|\b(?:\d+|True|False|None)\b|[-[\](),]/g) ?? [];
  const gap = literal
    .replaceAll(/"[^"'\\]*"|'[^"'\\]*'/g, "")
    .replaceAll(/\b(?:\d+|True|False|None)\b|[-[\](),\s]/g, "");
  if (gap !== "" || /,\s*[)\]]/.test(literal) || parts.length === 0) return undefined;
  return parts.map((part) => (part === "," ? ", " : part.replace(/^"(.*)"$/s, "'$1'"))).join("");
}
