import { isOrder, termsOf } from "./grammar.ts";
import { irregular, verbOf } from "./words.ts";

/** `cancelled`, `withdrawn`, `sold`; not `valid`, whatever it ends in. */
export const isParticiple = (word: string): boolean => {
  const lower = word.toLowerCase();
  if (/\w{2}ed$/.test(lower) || Object.hasOwn(irregular, lower)) return true;
  const tags = termsOf(`it was ${lower}`).at(-1)?.tags;
  return tags?.has("PastTense") === true || tags?.has("Participle") === true;
};

/** The verbs of `cancelled, checked in and handed over (assign)`; undefined if they are none. */
export function verbs(text: string): readonly string[] | undefined {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or|then)\s+)?|\s+(?:and|or|then)\s+|\s*\/\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => {
    const named = /\(([a-z -]+)\)/i.exec(part)?.[1];
    if (named !== undefined && isParticiple(part.split(" ")[0] ?? "") && isOrder(named)) return named;
    // `marked as spam`
    const marked = /^(mark|flagg)ed as (?:an? )?([a-z]+)$/i.exec(part);
    if (marked) return `${marked[1]?.toLowerCase() === "mark" ? "mark" : "flag"} as ${marked[2] ?? ""}`;
    const [, verb = "", particle] =
      /^(?:also |then |be |later |again |eventually |finally |regularly |sometimes )*([a-z-]+)(?:\s+(in|out|off|on|up(?! to\b)|down(?! to\b)|back|over|away|short))?(?:\s+(?:once|twice|early|manually|immediately|anytime|online|permanently|temporarily))?(?:\s+(?:(?:up|down|back) to|by|through|via|to|from|for|at|any ?time|with|into|onto|on|in|when|if|until|till|before|after|during|within|unless|while|again|later|as|of|without|between|once|only|whenever)\b.*)?$/i.exec(
        part,
      ) ?? [];
    if (!verb || !isParticiple(verb)) return undefined;
    const base = /-/.test(verb) ? verb : verbOf(verb);
    return particle ? `${base} ${particle}` : base;
  });
  return read.length && read.every((verb) => verb !== undefined) ? read : undefined;
}

export const activeVerbs = (text: string): readonly string[] | undefined => {
  const parts = text
    .replace(/[.;]+$/, "")
    .split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+/)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map(
    (part) =>
      /^([a-z-]+(?:\s+(?:in|out|off|on|up|down|back|over|home))?)(?:\s+(?:it|them|him|her))?$/i.exec(
        part,
      )?.[1],
  );
  return read.length && read.every((verb) => verb !== undefined) ? read : undefined;
};

/** Deeds that interfaces often name. */
export const deedsOften: readonly string[] =
  "rotate revoke cancel pause resume publish archive approve reject close open reopen start stop restart enable disable lock unlock send resend retry refund renew activate deactivate suspend assign complete confirm ship deliver return void pay pin unpin mute block unblock ban verify sync reset restore accept decline submit withdraw extend expire escalate merge duplicate transfer check print export run abort rollback".split(
    " ",
  );

export const verbLike = new RegExp(`^(?:${deedsOften.join("|")})$`);
