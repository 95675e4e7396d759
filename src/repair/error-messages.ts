import { anyOf } from "../lib/index.ts";
import { frames } from "../test-runs/index.ts";
import type { Problem } from "./contract.ts";

/** Error formats of runtimes for missing names; the first group is the word. */
const forms: readonly (readonly [code: string, form: RegExp])[] = [
  ["NameError", /\bNameError(?: \[\w+\])?: (?:free variable |local variable |name )'([^']+)'[^\n]*/],
  ["UnboundLocalError", /\bUnboundLocalError: [^\n']*'([^']+)'[^\n]*/],
  [
    "ReferenceError",
    /\bReferenceError(?: \[\w+\])?: (?:Can't find variable: )?([\w$]+)(?: is not defined)?[^\n]*/,
  ],
  ["ImportError", /\bImportError(?: \[\w+\])?: cannot import name '([^']+)'[^\n]*/],
  ["ModuleNotFoundError", /\bModuleNotFoundError: No module named '([^']+)'[^\n]*/],
  ["ModuleNotFound", /\bCannot find (?:module|package) '([^']+)'[^\n]*/],
  ["ModuleNotFound", /\bFailed to (?:resolve import|load url) "?([^"\s]+)"?[^\n]*/],
  ["MissingExport", /does not provide an export named '([^']+)'[^\n]*/],
  ["AttributeError", /\bAttributeError: [^\n]*has no attribute '([^']+)'[^\n]*/],
  ["NotAFunction", /\bTypeError(?: \[\w+\])?: [^\n]*?([\w$]+) is not a (?:function|constructor)[^\n]*/],
  ["KeywordArgument", /\bTypeError(?: \[\w+\])?: [^\n]*unexpected keyword argument '([^']+)'[^\n]*/],
];

/** Parses the problems in an error's text, one per place it names, the most likely first. */
export function problemsIn(
  text: string,
  { root, folder = "" }: { readonly root: string; readonly folder?: string },
): readonly Problem[] {
  const clean = text.slice(0, 200_000).replaceAll(/\p{Cc}\[[\d;]*m/gu, "");
  const typed = [
    ...clean.matchAll(
      /^\s*([^\s(:][^(\n:]*?)(?:\((\d+),(\d+)\)|:(\d+):(\d+))\s*[:-]\s*error\s*(?:TS)?(TS\d+|\d{4,5})?:\s*([^\n]*)/gm,
    ),
  ].map(([, file = "", l1, c1, l2, c2, code = "error", message = ""]): Problem => ({
    source: "text",
    file: file.replace(`${root}/`, ""),
    line: Number(l1 ?? l2),
    column: Number(c1 ?? c2),
    code: /^\d/.test(code) ? `TS${code}` : code,
    message,
  }));
  const found = forms.flatMap(([code, form]): readonly Problem[] => {
    const match = form.exec(clean);
    if (!match) return [];
    const stack = /Require stack:\n((?:\s*- [^\n]+\n?)+)|imported from ([^\s'"]+)/.exec(
      clean.slice(match.index),
    );
    const named = (stack?.[1] ?? stack?.[2] ?? "").match(/\/?[^\s]*\.\w+/g) ?? [];
    const places = [
      ...named.map((path) => ({ file: path.replace(`${root}/`, "").replace(/^file:\/\//, ""), line: 0 })),
      ...ordered(frames(clean, root, folder), clean),
    ].filter(({ file }) => !file.startsWith("/"));
    const [message] = match;
    if (places.length === 0) return [{ source: "text", file: "", line: 0, code, message }];
    return places.map(({ file, line }) => ({ source: "text", file, line, code, message }));
  });
  return [...typed, ...found];
}

/** A Python traceback ends with the error's place, a JavaScript stack begins with it. */
const ordered = <T>(places: readonly T[], text: string): readonly T[] =>
  /Traceback|^E\s|\.py:\d+: /m.test(text) ? places.toReversed() : places;

/** Checkers' texts before the word that is wrong. */
const beforeWord = new RegExp(
  anyOf(
    "Cannot find name|Undefined name|Property|has no exported member(?: named)?|Module '[^']*' declares",
    "Object literal may only specify known properties, (?:and|but)",
    "No value exists in scope for the shorthand property",
  ) + " ['`\"]([\\w$]+)['`\"]",
);
const behindWord = /^['`"]([\w$]+)['`"] (?:is not defined|is declared|does not exist|has no)/;

/** Returns the missing word of a problem, and the program's own suggestion. */
export function wordsOf({ message, code }: Problem): {
  readonly word: string | undefined;
  readonly meant: string | undefined;
} {
  const meant = /Did you mean (?:the (?:instance|static) member )?:? ?['"]([^'"]+)['"]/i.exec(message)?.[1];
  for (const [name, form] of forms) {
    const word = name === code || code === "error" ? form.exec(message)?.[1] : undefined;
    if (word) return { word, meant };
  }
  const word = beforeWord.exec(message)?.[1] ?? behindWord.exec(message)?.[1];
  return { word, meant };
}
