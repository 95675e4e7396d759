import type { Draft } from "./draft.ts";
import type { Step } from "./meaning.ts";

/** A wording of sentences, and what it changes. */
export interface Form {
  readonly at: RegExp;
  /** Applies the form to its slots; undefined if the sentence belongs to another form. */
  read(slots: readonly string[], draft: Draft): Step | undefined;
}

const shared: Readonly<Record<string, string>> = {
  be: "(is|are|should be|must be|will be)",
  filled: "(?:given|filled(?: in| out)?|provided|present|specified|entered)",
  not: "(no longer|doesn't|does not|don't|do not)",
  per: "(per|by|for (each|every))",
  gone: "(is|are)( no longer|n't| not)",
  have: "[should |must ][also ](has|have|carry|carries|gets?|needs?|includes?)",
  amount: "-?\\d+(?:\\.\\d+)?",
  unit: "[ characters| items][ long]",
  mark: "(?:not )?(?:required|mandatory|compulsory|obligatory|optional|nullable|unique)",
  within: "[ (in|on|of|for|across|among|within) [all ]{}]",
  bounding:
    "[make |limit |restrict |shorten ]{} [(is|are|has|have|goes|go|ranges?|(must|should|may|can) (be|have)|to) ]",
};

const slots: Readonly<Record<string, string>> = { "": ".+?", "+": ".+", "1": "\\S+" };

/**
 * Compiles a wording: `(a|b)` is one of two, `[a|b]` one of two or nothing, `[a|b]*` any number of them, `<name>`
 * shared words. Slots are `{}` for some words, as few as possible, `{+}` for as many as possible, `{1}` for one word,
 * and others with a regular expression.
 */
export function form(wording: string, read: Form["read"]): Form {
  const expanded = (text: string): string =>
    text.replaceAll(/<(\w+)>/g, (_, name: string) => expanded(shared[name] ?? ""));
  const pattern = expanded(wording).replaceAll(
    /\\.|\{([^}]*)\}|\[|\](\*?)|\((?!\?)/g,
    (sign, slot: string | undefined, star: string | undefined) => {
      if (slot !== undefined) return `(${slots[slot] ?? slot})`;
      if (sign.startsWith("\\")) return sign;
      return sign.startsWith("]") ? `)${star || "?"}` : "(?:";
    },
  );
  return { at: new RegExp(`^${pattern}$`, "i"), read };
}
