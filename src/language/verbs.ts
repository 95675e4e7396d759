import { inTable, wordTable } from "../lib/index.ts";
import { frequency } from "./dictionary.ts";

/** Irregular past forms, with their verbs. */
export const irregularVerbs = wordTable(`
  sent send, paid pay, sold sell, bought buy, withdrawn withdraw, brought bring, taken take, given give, lent lend, held hold,
  put put, frozen freeze, freezed freeze, unfrozen unfreeze, shut shut, lost lose, found find, made make, won win, built build,
  begun begin, rebuilt rebuild, run run, rerun rerun, reset reset, split split, read read, hidden hide, shown show,
  written write, chosen choose, driven drive, spent spend, left leave, kept keep, met meet, undone undo, redone redo, done do,
  fed feed, bid bid, thrown throw, forgiven forgive, bent bend, bound bind, cut cut, set set, void void, relit relight,
  upheld uphold, overridden override, resold resell, resent resend, repaid repay, wrote write, took take, gave give, drove drive,
  rode ride, ridden ride, flown fly, flew fly, grown grow, grew grow, drawn draw, worn wear, torn tear, broken break,
  spoken speak, stolen steal, woken wake, eaten eat, beaten beat, forgotten forget, gotten get, hurt hurt, led lead, laid lay,
  told tell, said say, taught teach, caught catch, sought seek, fought fight, understood understand, stood stand, dealt deal,
  slept sleep, swept sweep, swapped swap, sung sing, sunk sink, rung ring, hung hang, spun spin, dug dig, stuck stick,
  struck strike, swung swing, fallen fall, cast cast, quit quit, spread spread, sown sow, mown mow, sewn sew, proven prove,
  shaken shake, mistaken mistake, undertaken undertake, overtaken overtake, retaken retake, rewritten rewrite, outbid outbid,
  oversold oversell, foreseen foresee, seen see, known know, reheld rehold, remade remake, reread reread, resat resit,
  used use, relaid relay, swum swim, strung string, burnt burn, born bear`);

/**
 * Returns the verb of a past participle: `cancelled` → cancel, `retried` → retry, `archived` → archive. Of the forms
 * that spelling allows, the most frequent one.
 */
export function verbOf(participle: string): string {
  const word = participle.toLowerCase();
  const known = inTable(irregularVerbs, word);
  if (known !== undefined) return known;
  if (!word.endsWith("ed")) return word;
  if (word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const stem = word.slice(0, -2);
  // `rat` would become `ratted`, so `rated` comes from `rate`
  const isWhole = doubles.test(stem) && frequency(`${stem}e`) > 0;
  const regular = [
    ...(isWhole ? [] : [stem]),
    `${stem}e`,
    ...(/(.)\1$/.test(stem) ? [stem.slice(0, -1)] : []),
  ];
  const forms = [
    ...regular.filter((form) => !irregularBases.has(form)),
    ...(word.endsWith("eed") ? [word] : []), // `feed` is no form of fee
  ];
  const best = forms.reduce(
    (one, other) => (frequency(other) > frequency(one) ? other : one),
    forms[0] ?? stem,
  );
  if (frequency(best) > 0) return best;
  // `reopened`, `unsubscribed`: try the verb without its prefix.
  const prefix = /^(?:un|re|de|dis|pre|over|out|up|down)(?=\w{4})/.exec(word)?.[0];
  return prefix ? prefix + verbOf(word.slice(prefix.length)) : stem;
}

/** Verbs with irregular participles: `seed` is no form of `see`. */
const irregularBases: ReadonlySet<string> = new Set(Object.values(irregularVerbs));

/** Matches verbs that double their last letter: `ship`, `stop`. */
export const doubles = /^[^aeiou]{1,3}[aeiou][bdgklmnprt]$/;

/** Returns the past participle: `take` → taken, `ship` → shipped, `deny` → denied. */
export const participleOf = (verb: string): string =>
  Object.keys(irregularVerbs).find((form) => irregularVerbs[form] === verb) ??
  (verb.endsWith("e")
    ? `${verb}d`
    : doubles.test(verb)
      ? `${verb}${verb.slice(-1)}ed`
      : `${verb.replace(/(?<=[^aeiou])y$/, "i")}ed`);

/** Whether a word is an irregular past form that differs from its verb: `written`, not `put`. */
export const isIrregularPast = (word: string): boolean => (inTable(irregularVerbs, word) ?? word) !== word;
