import type { Study } from "../../../code/index.ts";
import { missing, visible } from "./results.ts";
import { code } from "../words/name-words.ts";

/** Search calls, with what they return if nothing is found. */
const searches: readonly (readonly [
  RegExp,
  (match: readonly string[], file: string) => string | undefined,
])[] = [
  [/^(?:this\.|ctx\.)?(?:\w+\.)*prisma\.\w+\.find(?:Unique|First)\(/, () => "`null` if there is none"],
  [
    /^(?:self\.)?[\w.]+\((?:[^()]|\([^()]*\))*\)(?:\.\w+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\.(?:first|one_or_none|scalar_one_or_none)\(\s*\)$/,
    () => "`None` if there is none",
  ],
  [
    /^([\w.#]+)\.get\((\w+)\)$/,
    ([, owner = "", key = ""], file) => {
      const name = owner.replace(/^(?:this|self|cls)\./, "");
      const is = (pattern: string): boolean =>
        new RegExp(
          String.raw`(?<![\w$])${name.replace("$", String.raw`\$`)}\s*(?::[^=\n]*)?=\s*${pattern}`,
        ).test(file);
      if (/[.]/.test(name)) return undefined;
      if (is(String.raw`new (?:Weak)?Map\b`)) return `\`undefined\` if \`${key}\` is not in \`${owner}\``;
      return is(String.raw`(?:\{|dict\(|OrderedDict\()`) && !/\bnew |=>|\bconst /.test(file)
        ? `\`None\` if \`${key}\` is not in \`${owner}\``
        : undefined;
    },
  ],
];

/**
 * Describes what is returned if nothing is found: for a function that ends in a search, or in a choice
 * between a found value and nothing.
 */
export function absent(
  study: Study,
  parameters: ReadonlySet<string>,
  { source, file }: { readonly source: string; readonly file: string },
): string | undefined {
  const last = study.returns.at(-1);
  if (!last || last.when || last.caught || study.traits.has("generator")) return undefined;
  const ended = last.shape.code.replace(/^await /, "");
  const local = /^[a-z]\w*$/.test(ended) && !parameters.has(ended) ? valueIn(source, ended) : ended;
  const found = local === undefined ? undefined : search(local, { parameters, file });
  return found ?? (local === ended ? choice(ended, parameters, { passed: study.passed, source }) : undefined);
}

function search(
  source: string,
  { parameters, file }: { readonly parameters: ReadonlySet<string>; readonly file: string },
): string | undefined {
  for (const [pattern, say] of searches) {
    const match = pattern.exec(source);
    if (
      !match ||
      (match[0].endsWith("(") && !ends(source, match[0].length)) ||
      (match[0].endsWith("=>") && !ends(source, source.indexOf("(") + 1))
    )
      continue;
    if (/\.get\((\w+)\)$/.test(source) && !parameters.has(match[2] ?? "")) continue;
    return say(match, file);
  }
  return undefined;
}

/** Whether the bracket that opens before `from` closes at the end of the source. */
function ends(source: string, from: number): boolean {
  let depth = 1;
  for (let index = from; index < source.length; index++) {
    if ("([{".includes(source[index] ?? "")) depth += 1;
    if (")]}".includes(source[index] ?? "")) depth -= 1;
    if (depth === 0)
      return (
        index === source.length - 1 || /^\)\s*(?:as\s|!|\.(?:exec|lean|select)\()/.test(source.slice(index))
      );
  }
  return false;
}

/** Returns the value of a local name that is assigned once and not tested before it is returned. */
function valueIn(source: string, name: string): string | undefined {
  const sets = [
    ...source.matchAll(
      new RegExp(
        String.raw`(?:^|[;{}\n])[ \t]*(?:const |let |var )?${name}(?:: [^=\n]+)? = (?:await )?`,
        "g",
      ),
    ),
  ];
  const [set] = sets;
  const uses = source.match(new RegExp(String.raw`(?<![\w.])${name}(?!\w|\s*:)`, "g"))?.length ?? 0;
  if (!set || sets.length > 1 || uses !== 2) return undefined;
  const from = set.index + set[0].length;
  const end = source.slice(from).search(/;|\n\s*return\b/);
  return end < 0
    ? undefined
    : source
        .slice(from, from + end)
        .replaceAll(/\s+/g, " ")
        .trim();
}

/** Matches `entity ? map(entity) : null` and `map(entity) if entity else None`. */
function choice(
  source: string,
  parameters: ReadonlySet<string>,
  body: Parameters<typeof missing>[2],
): string | undefined {
  const [, test = "", nothing = ""] = /^([^?:]{1,60}?) \? .+ : (null|undefined)$/.exec(source) ?? [];
  const [, other = "", none = ""] = /^.+ if (.{1,60}?) else (None)$/.exec(source) ?? [];
  const [when, value] = test ? [test, nothing] : [other, none];
  if (!when || / (?:if|else) /.test(when) || source.includes(" ? ") !== Boolean(test)) return undefined;
  const turned = /^[a-z]\w*$/.test(when) ? `!${when}` : `!(${when})`;
  const condition = missing(turned, parameters, body) ?? visible(turned, parameters);
  return condition && `${code(value) ?? ""} if ${condition.text}`;
}
