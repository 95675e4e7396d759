import type { Wording } from "../words/rewrite.ts";

/** Sentences and heads that say around several corners what is kept of a record: as the record and its list. */
export const kept: readonly Wording[] = [
  // `Let users create polls with a question and a title`
  [
    /(^|[.;\n]\s*)(?:let|allow|have) (?:the |our )?[a-z]+s(?: to)? (?:create|make|add|write|post|save|submit|manage|publish|store|record) ([a-z]+(?: [a-z]+)?s) (?:with|having) (?=(?:an?|the) )/gi,
    "$1$2 have ",
  ],
  // `zoo keeper has name, section`
  [/^(\s*)([a-z]+ [a-z]+(?:er|or)) has (?=[a-z]+(?: [a-z]+)?(?:,| \())/gi, "$1A $2 has "],
  // `Treatments a dentist offers: code`
  [
    /(^|[.;\n]\s*)([A-Za-z]+s) (?:that |which )?(?:(?:an?|the|our|my) [a-z]+|we|i|they|people|users) [a-z]+(?: (?:in|at|on|for|to|with|out|up|off))?:(?=\s)/gi,
    "$1$2:",
  ],
  // `Sponsors leave a name and an email`
  [
    /\b(leaves?|gives?|provides?|states?|hands? in) (?=(?:an?|their|his|her) (?:(?:full|first|last) )?(?:name|e-?mail|phone|address)\b)/gi,
    (_, verb: string) => (/s$/i.test(verb) ? "has " : "have "),
  ],
  // `prk lot, per bay: code`, `I want to log my kiln, i.e. for each firing the program`
  [/^[^.;:\n,]{3,40},? per ([a-z]+):(?=\s)/gi, "$1:"],
  [
    /(^|[.;\n]\s*)[^.;:\n]{3,60}?,? (?:i\.e\.|that is|namely|meaning),? for (?:each|every|an?) ([a-z]+),? (?=(?:the|its|an?) )/gi,
    "$1$2: ",
  ],
  // `For a pupil I'd keep the name`
  [
    /(^|[.;:\n]\s*)for (an?|each|every|the|our) ([a-z]+(?: [a-z]+)?)(?: (?:of|in|from) (?:our|the|my) [a-z]+(?: [a-z]+)?)?,? (?:i|we|one)(?:['’]d| would| will| must| need to| want to)? (?:keep|store|note|record|need|want|have|know|write down)(?: down)? (?=(?:the|its|an?|their) )/gi,
    (_, start: string, how: string, noun: string) =>
      `${start}${/s$/i.test(noun) ? `${noun} have` : `${/^(?:the|our)$/i.test(how) ? "a" : how} ${noun} has`} `,
  ],
  // `so we open a quote. It needs`
  [
    /(?:,? (?:and |so )?|(?<=^|[.;\n]\s*))(?:we|i) (?:open|create|make|write|start|file|draw up|fill in) an? ([a-z]+(?: [a-z]+)?)\. (?:it|each|this) (?=(?:has|needs|must have|holds|carries)\b)/gi,
    ". A $1 ",
  ],
  // `We scan each document and log the sender name`
  [
    /(^|[.;\n]\s*)(?:we|i) [a-z]+ (?:each|every|an?) ([a-z]+) and (?:log|note|record|store|keep|write down|track) (?=(?:the|its|an?) )/gi,
    "$1Each $2 has ",
  ],
  // `and we note whether it is out of order`
  [
    /,? and (?:we|i) (?:also )?(?:note|record|store|keep|log|track|write down) (?=whether |when |how )/gi,
    ", ",
  ],
  // `; a vehicle plate is noted if known`
  [
    /[;,.] (?:and )?(an? [a-z]+(?: [a-z]+)?) (?:is|are) (?:also )?(?:noted|recorded|kept|stored|written down)(?: too| as well)?( if [a-z]+)?(?=[.;,\n]|$)/gi,
    (_, noun: string, known: string | undefined) => `, ${noun}${known === undefined ? "" : " (optional)"}`,
  ],
  // `and exactly one warden, of whom we know name and phone`
  [
    /\b(an?|one|exactly one) ([a-z]+),? of (?:whom|which) (?:we|i) (?:know|keep|store|note|record|have) ([^.;\n]{3,120})/gi,
    "$1 $2. A $2 has $3",
  ],
  // `Chest, waist and hips: numbers from 40 to 200`
  [
    /(^|[.\n]\s*)([A-Z][a-z]+), ([a-z]+) and ([a-z]+): ((?:numbers?|integers?|strings?|dates?|booleans?|texts?)\b[^.\n]*)/g,
    (_, start: string, one: string, two: string, three: string, said: string) =>
      start + [one, two, three].map((name) => `${name}: ${said.replace(/^([a-z]+)s\b/i, "$1")}`).join(". "),
  ],
  // `People who lost something fill in a report: the item`
  [
    /(^|[.;\n]\s*)(?:people|guests|visitors|customers|members|users|someone|somebody|whoever|anyone)\b[^.:;,\n]{0,60} (?:fills? in|files?|hands? in|submits?|sends? in|leaves?) an? ([a-z]+(?: [a-z]+)?): /gi,
    "$1$2: ",
  ],
  // `Donations to campaigns. Donor name: optional.`
  [
    /^(\s*[A-Z][a-z]+(?: [a-z]+)?s) (?:to|for|from|of|at|in|on|by) (?:[a-z]+s|(?:an?|the|our|my) [a-z]+)\. (?=[A-Z][a-z]+(?:,? [a-z]+){0,3}: )/g,
    "$1. ",
  ],
];
