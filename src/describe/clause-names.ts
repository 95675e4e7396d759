import { type FieldDraft } from "../api/index.ts";
import { determiners, modals, beings, havings } from "./grammar.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** `a price we charge` */
const relative = new RegExp(
  String.raw`^((?!whether|if|how|when|where|what|who|which)[a-z]+(?: [a-z]+)?) (?:(?:that|which) )?` +
    String.raw`(?:it|they|he|she|we|i|you) (?:(?:was|were|is|are|has|have|had) )?[a-z]+\b(.*)$`,
  "i",
);

const wordsIn = (text: string): readonly Token[] => tokensOf(text).filter(({ kind }) => kind === "word");

const empty = /^(?:it|they|i|he|she|we|you|be|to|already|still|currently|not|per)$/;

/** The words of a clause that name what it is about. */
const content = (words: readonly Token[]): string =>
  words
    .map(({ low }) => low)
    .filter((low) => ![beings, determiners, modals, havings].some((all) => all.has(low)) && !empty.test(low))
    .join(" ");

/** The name of a field that a clause describes: `time when it was sent` → sent at. Undefined for other texts. */
export function clauseName(
  text: string,
): { readonly name: string; readonly type?: FieldDraft["type"]; readonly rest: string } | undefined {
  const moment =
    /^(time|date|day|moment)(?: when| that| on which| at which)? ((?:it|they|its|their|the|an?|i|we|you|he|she) .+)$/i.exec(
      text,
    );
  if (moment && /\b(?:was|is|were|are|has|been|\w+s|\w+ed)\b/.test(moment[2] ?? "")) {
    const rest = /\s*(?:\(.*|,.*)$/.exec(moment[2] ?? "")?.[0] ?? "";
    const words = wordsIn((moment[2] ?? "").slice(0, (moment[2] ?? "").length - rest.length));
    const isTime = /^(?:time|moment)$/i.test(moment[1] ?? "");
    return { name: `${content(words)} ${isTime ? "at" : "date"}`, type: isTime ? "datetime" : "date", rest };
  }
  const plain = relative.exec(text);
  if (plain?.[1] && !/\b(?:if|and|or)$/i.test(plain[1]))
    return { name: plain[1].toLowerCase(), rest: plain[2] ?? "" };
  const [, opener = "", wording = ""] =
    /^(whether(?: or not)?|if|how many|how much|how long|how often|how|when|where|what|who|which)\s+(.+)$/i.exec(
      text,
    ) ?? [];
  if (!opener) return undefined;
  const rest =
    /\s*(\(.*|\bin (?:minutes|hours|days|seconds|euros?|dollars)\b.*|,.*)$/i.exec(wording)?.[0] ?? "";
  const words = wordsIn(wording.slice(0, wording.length - rest.length));
  const low = opener.toLowerCase();
  const verbAt = words.findIndex(
    ({ low: word }, index) => index > 0 && (beings.has(word) || havings.has(word) || modals.has(word)),
  );
  if (low.startsWith("whether") || low === "if") {
    const isShort = verbAt > 0 && /^(?:it|they|he|she)$/.test(words[0]?.low ?? "");
    const name =
      isShort || verbAt < 0 ? content(words.slice(verbAt > 0 ? verbAt : subjectEnd(words))) : content(words);
    return { name, type: "boolean", rest };
  }
  if (low === "how many") {
    const noun = words[0]?.low ?? "";
    const time = /^(\w+) per (\w+)/.exec(words.map(({ low: word }) => word).join(" "));
    if (time) return { name: `${time[1]} per ${time[2]}`, type: "integer", rest };
    return { name: `number of ${noun}`, type: "integer", rest };
  }
  if (low === "how long") return { name: "duration", type: "integer", rest };
  if (low === "when")
    return { name: `${content(words.slice(subjectEnd(words)))} at`, type: "datetime", rest };
  if (low === "where") return { name: "location", rest };
  if (low === "what" || low === "which")
    return {
      name: /happen|\bdone\b|^it (?:is|was)/.test(wording) ? "description" : content(words.slice(-1)),
      rest,
    };
  if (low === "who") return { name: `${content(words)} by`, rest };
  return undefined;
}

const subjectEnd = (words: readonly Token[]): number => {
  if (/^(?:it|they|he|she|we)$/.test(words[0]?.low ?? "")) return 1;
  return determiners.has(words[0]?.low ?? "") ? Math.min(2, words.length - 1) : words.length > 1 ? 1 : 0;
};
