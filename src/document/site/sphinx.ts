/** Whether a docstring may contain Sphinx markup: a directive, a role, a block after `::`, a Python session. */
const hasAny = /^[ \t]*\.\. [\w-]+::|:[\w+:-]+:`|::[ \t]*$|^[ \t]*>>> |`__?(?!\w)/m;

/**
 * Converts a docstring's reStructuredText to Markdown: directives, roles, literal blocks, sessions and
 * links; the rest is the same in both.
 */
export function markdownOf(text: string): string {
  return hasAny.test(text) ? blocks(text.split("\n"), 0).join("\n") : text;
}

const deepest = 6;
const indentOf = (line: string): number => line.search(/\S|$/);
const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === "";

/** Returns the lines from an index on that are indented deeper than `indent`, with empty lines in between. */
function insideOf(lines: readonly string[], from: number, indent: number): readonly string[] {
  let to = from;
  while (to < lines.length && (isBlank(lines[to]) || indentOf(lines[to] ?? "") > indent)) to += 1;
  while (to > from && isBlank(lines[to - 1])) to -= 1;
  return lines.slice(from, to);
}

function dedented(lines: readonly string[]): readonly string[] {
  const least = Math.min(...lines.filter((line) => !isBlank(line)).map(indentOf));
  return lines.map((line) => line.slice(least));
}

function fence(lines: readonly string[], language: string): readonly string[] {
  const mark = lines.some((line) => line.includes("```")) ? "````" : "```";
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : ["", mark + language, ...dedented(lines.slice(first)), mark, ""];
}

function blocks(lines: readonly string[], depth: number): readonly string[] {
  const output: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const indent = indentOf(line);
    const [, name, argument = ""] = /^[ \t]*\.\. ([\w-]+)::[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined && depth < deepest) {
      const inside = insideOf(lines, index + 1, indent);
      index += inside.length;
      output.push(...directive(name, argument.trim(), inside, depth + 1));
    } else if (/^[ \t]*>>> /.test(line)) {
      const from = index;
      while (index + 1 < lines.length && !isBlank(lines[index + 1])) index += 1;
      output.push(...fence(lines.slice(from, index + 1), "python"));
    } else if (/::[ \t]*$/.test(line) && isBlank(lines[index + 1])) {
      const inside = insideOf(lines, index + 1, indent);
      const text = line.replace(/[ \t]*::[ \t]*$/, "");
      if (text.trim()) output.push(inlined(`${text}:`));
      index += inside.length;
      output.push(...fence(inside, ""));
    } else output.push(inlined(line));
  }
  return output;
}

const since: Readonly<Record<string, string>> = {
  versionadded: "Added in",
  versionchanged: "Changed in",
  versionremoved: "Removed in",
  deprecated: "Deprecated since",
};
const codes =
  /^(?:code(?:-block)?|sourcecode|highlight|doctest|testcode|ipython|parsed-literal|math|click:\w+)$/;
const unseen =
  /^(?:image|figure|index|module|currentmodule|automodule|auto\w+|toctree|include|literalinclude|rst-class|only)$/;

function directive(name: string, arg: string, inside: readonly string[], depth: number): readonly string[] {
  const body = inside.filter((line, place) => !(place < 4 && /^[ \t]*:[\w-]+:/.test(line)));
  if (unseen.test(name)) return [];
  if (codes.test(name)) return fence(body, name.startsWith("code") && /^[\w+-]+$/.test(arg) ? arg : "");
  const text = body.length ? blocks(dedented(body), depth).join("\n").trim() : "";
  const when = Object.hasOwn(since, name) ? since[name] : undefined;
  if (when !== undefined) {
    const [, version = arg, more = ""] = /^(\S+)\s*(.*)$/.exec(arg) ?? [];
    return ["", `**${when} ${version}.** ${[inlined(more), text].filter(Boolean).join("\n")}`.trim(), ""];
  }
  const title = name === "seealso" ? "See also" : name.slice(0, 1).toUpperCase() + name.slice(1);
  const wording = name === "admonition" || name === "rubric" ? arg : title;
  const first = name === "admonition" || name === "rubric" ? "" : inlined(arg);
  return ["", `**${wording}:** ${[first, text].filter(Boolean).join("\n\n")}`.trim(), ""];
}

/** Roles that name declarations. */
const declares =
  /^(?:py:)?(?:class|func|function|meth|method|attr|exc|mod|obj|data|const|type|deco|decorator)$/;

/** Converts roles and links in a line. */
function inlined(line: string): string {
  return line
    .replaceAll(/:([\w+:-]{2,30}):`([^`\n]{1,200})`/g, (_, role: string, text: string) => roleOf(role, text))
    .replaceAll(/(?<!`)`([^`<>\n]{1,200}) <(https?:\/\/[^<>\s`]{1,300})>`__?/g, "[$1]($2)")
    .replaceAll(/(?<!`)`([^`<>\n]{1,100})`__?(?!\w)/g, "$1");
}

function roleOf(role: string, text: string): string {
  const [, words = text, target] = /^(.*?)\s*<([^<>]*)>$/.exec(text) ?? [];
  if (/^(?:pep|rfc)$/i.test(role)) return `${role.toUpperCase()} ${words}`;
  if (/^(?:ref|doc|term|any|std:\w+)$/.test(role)) return words;
  if (!declares.test(role)) return `\`${words}\``;
  const whole = (target ?? words).replace(/^[~!.]+/, "").replace(/\(\)$/, "");
  const linkText = target
    ? words
    : words.startsWith("~")
      ? (whole.split(".").at(-1) ?? whole)
      : words.replace(/^[!.]/, "");
  const name = whole.replace(/^(?:[a-z_]\w*\.)+(?=[A-Za-z_]\w*$|[A-Z])/, "");
  return /^[\w.]+$/.test(name) ? `{@link ${name} ${linkText}}` : `\`${linkText}\``;
}
