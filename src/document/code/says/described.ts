import type { Declaration } from "../../../code/index.ts";
import { documentedNames } from "../words/documented-names.ts";
import { repeats } from "../words/name-words.ts";

/** A model's texts about a declaration; each is checked before it is written. */
export interface Described {
  readonly summary?: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly returns?: string;
  /** An assertion as in a test; it is executed before it is shown. */
  readonly example?: string;
}

/** A declaration without a docstring, as sent to a model. */
export interface Silent {
  readonly declaration: Declaration;
  readonly source: string;
  /** Types of errors known to leave it. */
  readonly raises: readonly string[];
}

/** Why a text is rejected. */
export interface Refused {
  readonly name: string;
  readonly why: string;
}

/** Text that would end a comment, be read as a tag or markup, or link elsewhere. */
const unsafe =
  /\*\/|"""|'''|[\\<>{}]|[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]|https?:|www\.|!\[|\]\(|(?:^|\s)[@:]\w|^\s*[#>|*=~-]/u;
const vague = /\b(?:TODO|FIXME|as an AI|I think|probably|presumably|might be|seems to|appears to)\b/i;
const failing = /\b(?:throw|raise|reject|panic|fail)s?\b/i;

/** Returns the usable texts of a model about a file's declaration: those the file doesn't contradict. */
export function checked(
  description: Described,
  silent: Silent,
  file: string,
): { readonly described?: Described; readonly refused: readonly Refused[] } {
  const { declaration } = silent;
  const refused: Refused[] = [];
  const take = (text: string | undefined, [place, most]: readonly [string, number]): string | undefined => {
    const plain = text?.trim().replace(/[\s.;,]+$/, "") ?? "";
    if (plain === "") return undefined;
    const why = plain.length > most ? `is longer than ${most} characters` : fault(plain, silent, file);
    if (why === undefined) return plain;
    refused.push({ name: place, why });
    return undefined;
  };
  const names = new Set(documentedNames(declaration));
  const unknown = Object.keys(description.parameters).filter((name) => !names.has(name));
  refused.push(
    ...unknown.map((name) => ({ name: declaration.name, why: `has no parameter ${name.slice(0, 60)}` })),
  );
  const first = take(description.summary, [declaration.name, 300]);
  const isName = first !== undefined && repeats(first, declaration.name);
  if (isName) refused.push({ name: declaration.name, why: "only repeats the name" });
  const summary = first !== undefined && !isName ? `${first}.` : undefined;
  const parameters = Object.entries(description.parameters).flatMap(([name, text]) => {
    const accepted = names.has(name) ? take(text, [`${declaration.name}(${name})`, 160]) : undefined;
    return accepted && !repeats(accepted, name) ? [[name, inside(accepted)] as const] : [];
  });
  const returns = take(description.returns, [`${declaration.name}, what it returns,`, 160]);
  if (summary === undefined) return { refused }; // a docstring begins with a sentence
  return {
    described: {
      summary,
      parameters: Object.fromEntries(parameters),
      ...(returns !== undefined && { returns: inside(returns) }),
      ...(description.example !== undefined && { example: description.example.trim() }),
    },
    refused,
  };
}

/** Returns a text for use after a name: `The mean` as `the mean`, `URL` unchanged. */
const inside = (text: string): string => text.replace(/^[A-Z](?=[a-z]*\s)/, (first) => first.toLowerCase());

function fault(text: string, { source, raises, declaration }: Silent, file: string): string | undefined {
  if (unsafe.test(text)) return "holds what would be markup, a tag, a link or the end of a comment";
  if (vague.test(text)) return "isn't certain";
  if ((text.match(/`/g)?.length ?? 0) % 2 === 1) return "leaves a ` open";
  const names = [...text.matchAll(/`([^`]+)`/g)].flatMap(
    ([, code = ""]) => code.match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
  const foreign = names.find(
    (name) =>
      !literals.has(name) && !new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(file),
  );
  if (foreign !== undefined) return `names ${foreign.slice(0, 60)}, which the file doesn't`;
  const number = (text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g) ?? []).find(
    (item) => Number(item) > 2 && !source.replaceAll("_", "").includes(item),
  );
  if (number !== undefined) return `tells of ${number}, which its code doesn't`;
  if (failing.test(text) && raises.length === 0 && !/(?:throw|raise|reject|panic|fail)/i.test(source))
    return "tells of errors that its code doesn't raise";
  const error = text
    .match(/\b[A-Z]\w*(?:Error|Exception)\b/g)
    ?.find((item) => !raises.includes(item) && !source.includes(item));
  return error === undefined || declaration.name.includes(error)
    ? undefined
    : `tells of ${error.slice(0, 60)}, which doesn't leave it`;
}

const literals = new Set(
  "true false null undefined None True False NaN nil void string number boolean int str bool float".split(
    " ",
  ),
);
