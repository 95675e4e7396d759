import { member, spliced, stringOf, treeOf, walk, type Node, type Source, type Splice } from "./syntax.ts";

/** Habits of a project's sources that formatters leave to their owner, and linters look at. */
export interface Hand {
  /** A comma behind the last of several lines. */
  readonly trailingCommas: boolean;
  /** `function name ()`. */
  readonly spacedFunctions: boolean;
  /** What is on a line of its own below `if` and the like has braces. */
  readonly braces: boolean;
  /** `process.env.NAME`, and not `process.env["NAME"]`. */
  readonly dots: boolean;
}

/** What most of the texts have, of two habits; undefined where they show neither. */
function habit(sources: readonly Source[], has: RegExp, lacks: RegExp): boolean | undefined {
  const count = (pattern: RegExp): number =>
    sources.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const [yes, no] = [count(has), count(lacks)];
  return yes + no === 0 ? undefined : yes >= no;
}

/** The habits that the sources show; of what they show nothing, those of the usual formatter. */
export const handOf = (sources: readonly Source[], typed: boolean): Hand => ({
  trailingCommas:
    habit(sources, /,\n\s*[}\])]/g, /(?:^\s*[\w'"]+: .*[^,;{([\s]\n\s*\}|[\w'")\]}]\n\s*\])/gm) ?? true,
  spacedFunctions: habit(sources, /\bfunction \w+ \(/g, /\bfunction \w+\(/g) ?? false,
  braces: habit(sources, /^\s*(?:if|for|while) \(.*\) \{$/gm, /^\s*(?:if|for|while) \(.*\)\n/gm) ?? true,
  dots: habit(sources, /\.env\.\w/g, /\.env\[["']/g) ?? !typed,
});

/** The line widths that formatters are set to. */
const widths = [80, 90, 100, 110, 120, 140, 160];

/** The least usual width of a formatter that leaves the sources' lines of code as they are. */
export function widthOf(sources: readonly Source[]): number {
  // What can't be broken stays as long as it is: comments, texts, imports of one name.
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

/** Braces around what stands on a line of its own below the node's head. */
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

/** `a.b` for `a["b"]`. */
function dotted(text: string, node: Node): readonly Splice[] {
  const [object, property] = [member(node, "object"), member(node, "property")];
  const name = node.type === "MemberExpression" && node["computed"] === true ? stringOf(property) : undefined;
  if (!object || name === undefined || !/^[A-Za-z_$][\w$]*$/.test(name)) return [];
  const isOptional = /^\s*\?\./.test(text.slice(object.end));
  return [{ start: object.end, end: node.end, text: `${isOptional ? "?." : "."}${name}` }];
}

/** A space before the parameters of functions and methods with a name. */
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
    // One node within another is for the next round.
    return tree
      ? spliced(
          now,
          [...walk(tree)].flatMap((node) => rule(now, node)),
        )
      : now;
  }, text);
}

/**
 * A generated file in a project's hand.
 * @param format lays text out as the project's formatter does
 */
export async function inHand(
  { path, text }: Source,
  { braces, dots, spacedFunctions }: Hand,
  format: (file: Source) => Promise<Source>,
): Promise<Source> {
  if (!/\.[mc]?[jt]s$/.test(path)) return format({ path, text });
  const plain = await format({ path, text: rewritten(path, text, dots ? [dotted] : []) });
  let now = plain.text;
  for (let before = braces ? "" : now; before !== now;) {
    before = now;
    const next = rewritten(path, now, [braced]);
    if (next !== now) now = (await format({ path, text: next })).text;
  }
  return { path, text: rewritten(path, now, spacedFunctions ? [spaced] : []) };
}
