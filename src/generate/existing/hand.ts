import {
  member,
  nameOf,
  spliced,
  stringOf,
  treeOf,
  walk,
  type Node,
  type Source,
  type Splice,
} from "./syntax.ts";

/** Style habits that formatters leave alone but linters may check. */
export interface Hand {
  /** A comma after the last of several lines. */
  readonly trailingCommas: boolean;
  /** `function name ()`. */
  readonly spacedFunctions: boolean;
  /** Braces around a body on its own line, after `if` and the like. */
  readonly braces: boolean;
  /** `process.env.NAME` rather than `process.env["NAME"]`. */
  readonly dots: boolean;
  /** `"use strict"` at the top of CommonJS files. */
  readonly strict: boolean;
}

/** Whether sources match `has` at least as often as `lacks`; `undefined` if they match neither. */
function habit(sources: readonly Source[], has: RegExp, lacks: RegExp): boolean | undefined {
  const count = (pattern: RegExp): number =>
    sources.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const [yes, no] = [count(has), count(lacks)];
  return yes + no === 0 ? undefined : yes >= no;
}

/** Detects the habits of the sources, with a common formatter's defaults for what they don't show. */
export const handOf = (
  sources: readonly Source[],
  { dots, trailingCommas }: { readonly dots: boolean; readonly trailingCommas?: boolean | undefined },
): Hand => ({
  trailingCommas:
    trailingCommas ??
    habit(sources, /,\n\s*[}\])]/g, /(?:^\s*[\w'"]+: .*[^,;{([\s]\n\s*\}|[\w'")\]}]\n\s*\])/gm) ??
    true,
  spacedFunctions: habit(sources, /\bfunction \w+ \(/g, /\bfunction \w+\(/g) ?? false,
  braces: habit(sources, /^\s*(?:if|for|while) \(.*\) \{$/gm, /^\s*(?:if|for|while) \(.*\)\n/gm) ?? true,
  dots: habit(sources, /\.env\.\w/g, /\.env\[["']/g) ?? dots,
  strict:
    habit(sources, /^(?:\/\*[\s\S]*?\*\/\s*|#!.*\s+)?["']use strict["']/g, /^(?!.*["']use strict)/g) ?? false,
});

/** Common line widths of formatters. */
const widths = [80, 90, 100, 110, 120, 140, 160];

/** Returns the smallest common width that all code lines of the sources fit in; 80 if they fit in none. */
export function widthOf(sources: readonly Source[]): number {
  // Excludes lines that can't be broken: comments, texts, imports of one name.
  const code = /^(?!.*(?:\/\/|\/\*|^\s*\*|`|"[^"]{30}|'[^']{30}|^import|^export \* |https?:)).*[({[,].*$/gm;
  const longest = sources.flatMap(({ text }) => text.match(code) ?? []).map((line) => line.trimEnd().length);
  const most = Math.max(0, ...longest);
  return widths.find((width) => width >= most) ?? 80;
}

const bodies: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ["consequent", "alternate"],
  ForStatement: ["body"],
  ForOfStatement: ["body"],
  ForInStatement: ["body"],
  WhileStatement: ["body"],
};

/** Adds braces around a body on its own line. */
const braced = (text: string, node: Node): readonly Splice[] =>
  (bodies[node.type] ?? []).flatMap((field): readonly Splice[] => {
    const body = member(node, field);
    if (!body || body.type === "BlockStatement" || (field === "alternate" && body.type === "IfStatement"))
      return [];
    if (!/\n\s*$/.test(text.slice(0, body.start))) return [];
    return [
      { start: body.start, end: body.start, text: "{" },
      { start: body.end, end: body.end, text: "}" },
    ];
  });

/** Replaces `a["b"]` with `a.b`. */
function dotted(text: string, node: Node): readonly Splice[] {
  const [object, property] = [member(node, "object"), member(node, "property")];
  const name = node.type === "MemberExpression" && node["computed"] === true ? stringOf(property) : undefined;
  if (!object || name === undefined || !/^[A-Za-z_$][\w$]*$/.test(name)) return [];
  const isOptional = /^\s*\?\./.test(text.slice(object.end));
  return [{ start: object.end, end: node.end, text: `${isOptional ? "?." : "."}${name}` }];
}

/** Replaces `{ a: a }` with `{ a }`. */
function shortened(_text: string, node: Node): readonly Splice[] {
  const [key, value] = [member(node, "key"), member(node, "value")];
  const isLong = node.type === "Property" && node["computed"] === false && node["shorthand"] === false;
  if (!isLong || key?.type !== "Identifier" || value?.type !== "Identifier" || nameOf(key) !== nameOf(value))
    return [];
  return [{ start: key.end, end: value.end, text: "" }];
}

/** Adds a space before the parameters of named functions and methods. */
function spaced(text: string, node: Node): readonly Splice[] {
  const isMethod = node.type === "MethodDefinition" || (node.type === "Property" && node["method"] === true);
  const value = isMethod ? member(node, "value") : node;
  const head = isMethod ? member(node, "key") : member(node, "id");
  if (!head || (!isMethod && !/^Function(?:Declaration|Expression)$/.test(node.type)) || !value) return [];
  const index = text.indexOf("(", head.end);
  return text[index - 1] === " " ? [] : [{ start: index, end: index, text: " " }];
}

function rewritten(
  path: string,
  text: string,
  rules: readonly ((text: string, node: Node) => readonly Splice[])[],
) {
  const program = rules.length ? treeOf({ path, text }) : undefined;
  if (!program) return text;
  return rules.reduce((now, rule, index) => {
    const tree = index === 0 ? program : treeOf({ path, text: now });
    // Nested nodes are edited in the next pass.
    return tree
      ? spliced(
          now,
          [...walk(tree)].flatMap((node) => rule(now, node)),
        )
      : now;
  }, text);
}

/**
 * Rewrites a generated file in the project's style.
 * @param format formats text as the project does
 */
export async function inHand(
  { path, text }: Source,
  { braces, dots, spacedFunctions, strict }: Hand,
  format: (file: Source) => Promise<Source>,
): Promise<Source> {
  if (!/\.[mc]?[jt]s$/.test(path)) return format({ path, text });
  const isCommon = /\.c?js$/.test(path) && !/^(?:import|export)\b/m.test(text);
  const plain = await format({
    path,
    text: `${strict && isCommon ? '"use strict";\n\n' : ""}${rewritten(path, text, [shortened, ...(dots ? [dotted] : [])])}`,
  });
  let now = plain.text;
  for (let before = braces ? "" : now; before !== now;) {
    before = now;
    const next = rewritten(path, now, [braced]);
    if (next !== now) now = (await format({ path, text: next })).text;
  }
  return { path, text: rewritten(path, now, spacedFunctions ? [spaced] : []) };
}
