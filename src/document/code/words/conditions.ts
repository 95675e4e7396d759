import { atomOf } from "./atoms.ts";
import { split, topLevel, unwrapped } from "./brackets.ts";

/** A condition in words. */
export interface Spoken {
  readonly text: string;
  /** Number of parts shown as source, since they can't be put into words. */
  readonly raw: number;
  /** Number of parts. */
  readonly parts: number;
}

const most = 3;

/**
 * Describes a JavaScript or Python condition: `typeof x !== "string"` as "`x` is not a string". Undefined
 * if it has more than three parts or nests ands in ors.
 */
export function describeCondition(
  source: string,
  isParameter: (name: string) => boolean = () => true,
): Spoken | undefined {
  const found = read(source.replaceAll(/\s+/g, " ").trim(), { negated: false, isParameter });
  if (!found || found.atoms.length > most) return undefined;
  const texts = joined(found.atoms, found.word);
  return texts === undefined
    ? undefined
    : { text: texts, raw: found.atoms.filter(({ raw }) => raw).length, parts: found.atoms.length };
}

interface Part {
  readonly subject?: string;
  readonly text: string;
  readonly negative: boolean;
  readonly raw: boolean;
}

interface Read {
  readonly word: "and" | "or" | "";
  readonly atoms: readonly Part[];
}

interface How {
  readonly negated: boolean;
  isParameter(name: string): boolean;
}

function read(source: string, how: How): Read | undefined {
  const text = unwrapped(source);
  for (const [marks, word, other] of [
    [["||", " or "], "or", "and"],
    [["&&", " and "], "and", "or"],
  ] as const) {
    const parts = split(text, marks);
    if (parts.length < 2) continue;
    const joint = how.negated ? other : word;
    const all = parts.map((part) => read(part, how));
    if (all.some((item) => !item || (item.word && item.word !== joint))) return undefined;
    return { word: joint, atoms: all.flatMap((item) => item?.atoms ?? []) };
  }
  if (split(text, ["?"]).length > 1 || split(text, [" if "]).length > 1) return undefined;
  const [, inner] = /^(?:!(?!=)\s*|not\s+)(.+)$/.exec(text) ?? [];
  if (inner !== undefined && (/^not\b/.test(text) || !comparison.test(topLevel(inner))))
    return read(inner, { ...how, negated: !how.negated });
  const atom = atomOf(text, how);
  if (!atom) return undefined;
  return {
    word: "",
    atoms: [
      {
        ...(atom.subject !== undefined && { subject: atom.subject }),
        text: how.negated ? atom.no : atom.yes,
        negative: / not\b|n't\b/.test(how.negated ? atom.no : atom.yes),
        raw: atom.raw === true && !(how.negated && atom.no.endsWith(" is false")),
      },
    ],
  };
}

const comparison = /[=!]==?|[<>]|\bin\b|\binstanceof\b|\bis\b/;

/** Joins parts into one sentence; statements about the same subject are merged. */
function joined(atoms: readonly Part[], word: string): string | undefined {
  const groups = Map.groupBy(atoms, ({ subject }) => subject ?? "");
  const [wording] = atoms.map(({ text }) => text);
  const alike =
    groups.size > 1 &&
    groups.size === atoms.length &&
    atoms.every(({ text, subject }) => subject && text === wording);
  if (alike && wording && /^is (?:empty or missing|given|not given|set|not set|true|false)$/.test(wording))
    return `${[...groups.keys()].join(` ${word} `)} ${word === "and" ? wording.replace(/^is/, "are") : wording}`;
  const texts = [...groups].flatMap(([subject, parts]) => {
    if (!subject) return parts.map(({ text }) => text);
    const full = parts.some(({ text }) => text === "is empty or missing");
    const statedParts = full ? parts.filter(({ text }) => !/^is `(?:""|''|None|null)`$/.test(text)) : parts;
    const sorted = statedParts.toSorted((a, b) => Number(a.negative) - Number(b.negative));
    const nothings = sorted.every(({ text }) => text.startsWith("is not "));
    if (nothings && word === "and" && sorted.length > 1)
      return [`${subject} is neither ${sorted.map(({ text }) => text.slice(7)).join(" nor ")}`];
    const partTexts = sorted.map(({ text }, place) => {
      const whole = place === 0 || !text.startsWith("is ") || !sorted[place - 1]?.text.startsWith("is ");
      return whole || (word === "or" && text.startsWith("is not ")) ? text : text.slice(3);
    });
    return [`${subject} ${partTexts.join(` ${word} `)}`];
  });
  return texts.join(texts.length === 2 ? ` ${word} ` : `, ${word} `);
}
