import { wordSet } from "../lib/index.ts";
import type { Token } from "./tokens.ts";

/** Closed classes of English. */
export const determiners = wordSet(
  "a an the this that these those some any each every all both either no its their his her our my your another such same one's",
);
export const quantities = wordSet(
  "many several multiple few various numerous lots plenty more additional different",
);
export const prepositions = wordSet(
  "of in on at for from by with to into onto per about under over between within without during after before until till since as through via against among towards inside behind like than besides",
);
export const modals = wordSet(
  "can could may might must shall should will would cannot can't won't mustn't shouldn't couldn't wouldn't needn't",
);
export const beings = wordSet("is are was were be been being isn't aren't am 's're they're it's he's");
export const havings = wordSet("has have had having hasn't haven't");
export const doings = wordSet("do does did don't doesn't didn't");
export const negations = wordSet("not never no n't");
export const adverbs = wordSet(
  "always also only just usually normally later again then often sometimes already still currently never ever even automatically eventually finally optionally simply now either both really first",
);
export const pronouns = wordSet(
  "it they we i you he she them him us me who which that whom one everyone everybody someone somebody nobody none something anything everything nothing people",
);
export const relatives = wordSet("which that who whom whose where");
export const subordinators = wordSet(
  "when whether if unless until till because while how what where once why whenever although though since after before as",
);
export const particles = wordSet("up down out off back away");

const numberWords = wordSet(
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety hundred thousand dozens",
);
export const isNumber = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === "number" || numberWords.has(token.low));

/** Verbs of possession, membership and acts, in base form. */
export const having = wordSet(
  "have say involve hold contain include consist comprise carry store need require record list show get bear feature possess own keep track describe note save specify take give enter define support use remember know capture register log collect document want see",
);
/** Verbs for what people or a system do with data: their object is what is stored. */
export const storing = wordSet(
  "store keep record track note jot save know manage want need log capture collect register remember have hold maintain list document write like handle administer organise organize put show enter",
);
export const creating = wordSet(
  "bring create add write post make open submit place register enter set start schedule plan send publish record upload maintain manage book raise file draft compose edit update delete remove view see list browse search find read look define configure organise organize log track keep store issue get have own request run offer sell buy hold host report teach give leave do put receive want need use invite share check sign suggest propose",
);

/** Verbs whose subject is a record of what they bring together. */
export const connecting = wordSet("join connect link tie pair combine");

/** The base of a verb in the third person: `belongs` → belong, `has` → have, `carries` → carry. */
export function baseOf(low: string): string {
  if (havings.has(low)) return "have";
  if (/(?:ss|us|is)$/.test(low) || low.length < 4) return low;
  if (low.endsWith("ies")) return `${low.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|o)es$/.test(low)) return low.slice(0, -2);
  return low.replace(/s$/, "");
}
