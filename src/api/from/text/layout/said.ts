import type { Wording } from "../words/rewrite.ts";

/** What is said of a field in whole phrases, or of two at once: as a flag, a default, a bound or values behind its name. */
export const said: readonly Wording[] = [
  // `runs for a number of months`
  [/\b(?:runs?|lasts?|goes on|is (?:booked|rented|hired|lent)) for (?=a number of [a-z]+)/gi, "has "],
  // `key unique? yes`
  [/(?<=[a-z] (?:unique|required|optional|mandatory))\? (?:yes|yep|sure)(?=[,.;\n]|$)/gi, ""],
  // `an enabled switch`, `a boolean wheelchair access`
  [/\b(an?) ([a-z]+) (?:switch|toggle|checkbox)(?=[,.;\n]|$| and\b| that\b| which\b| \()/gi, "$1 $2 flag"],
  [/\ba boolean ([a-z]+ [a-z]+)(?=[,.;\n]|$| and\b| that\b| which\b| \()/gi, "a $1 flag"],
  // `a status of planned, running or over`
  [
    /\b(status|state|type|kind|level|grade|stage) of ([a-z-]+(?:, [a-z-]+)+),? or ([a-z-]+)\b/gi,
    "$1 ($2, $3)",
  ],
  [/\bthe (?:day|date) (?:it|they) (?:is|are) due\b/gi, "a due date"],
  // `refundable? yes, by default`
  [
    /(?<=[,.;\n]\s*)([a-z]+(?: [a-z]+)?)\? (yes|no),? (?:by default|usually|normally)(?=[,.;\n]|$)/gi,
    (_, noun: string, answer: string) =>
      `${noun} flag (default ${answer.toLowerCase() === "yes" ? "true" : "false"})`,
  ],
  // `a boolean for step-free access`
  [
    /\ban? (?:boolean|flag) for (?!whether\b)(?:the )?([a-z-]+(?: [a-z]+)?)(?=[,.;\n]|$| and\b)/gi,
    "a $1 flag",
  ],
  // `latitude and longitude (numbers, both required)`
  [/\b([a-z]+) and ([a-z]+) \(((?:[a-z]+, )?)both ([^()\n]{3,40})\)/gi, "$1 ($3$4) and $2 ($3$4)"],
  // `either has a projector or hasn't`
  [
    /\b(?:either )?(has|have) (?:an? )?([a-z]+) or (?:has ?n['’]?t|has not|have ?n['’]?t|does ?n['’]?t)(?=[.,;\n]|$)/gi,
    "$1 a $2 flag",
  ],
  // `40 at the very most`
  [/\bat the (?:very|absolute) (most|least)\b/gi, "at $1"],
  // `which colour I had`
  [
    /\bwhich ([a-z]+) (?:i|we|they|he|she) (?:had|have|took|take|used|use|played|got|wore)(?= ?[(,.;\n]|$| and\b)/gi,
    "the $1",
  ],
  // `(two, unless told otherwise)`
  [
    /(?<=[\w"]), (?=unless (?:told|said|stated|specified|otherwise|something|somebody|someone|nothing)\b)/gi,
    " ",
  ],
  // `a state, one of free, in use and broken`
  [
    /,? one of ([a-z]+(?: [a-z]+)?(?:, [a-z]+(?: [a-z]+)?)+),? (?:and|or) ([a-z]+(?: [a-z]+)?)(?=[.;\n]|$)/gi,
    " ($1, $2)",
  ],
  // `a flag open`
  [
    /\ba (?:flag|boolean) (?!for\b|whether\b|that\b|which\b|is\b|if\b|to\b|called\b|named\b|and\b|or\b|default\b|with\b|country\b|colou?r\b|state\b)([a-z]+)(?=[,.;\n]|$| and\b| \()/gi,
    "a $1 flag",
  ],
  // `a name and an email (both required, the email unique)`
  [/\b(an? [a-z]+) and (an? )([a-z]+) \(both ([a-z]+), the \3 ([a-z]+)\)/gi, "$1 ($4) and $2$3 ($4, $5)"],
  // `the name of a label is unique`
  [
    /(^|[.;\n]\s*)the ([a-z]+(?: [a-z]+)?) of (an?|each|every) ([a-z]+(?: [a-z]+)?) (?:is|must be|has to be|should be) (unique|required|mandatory|optional)(?=[.,;\n]|$)/gi,
    "$1$3 $4 has a $2 ($5)",
  ],
  // `a barcode, never the same one twice`
  [/,? never (?:used|given|issued|assigned|the same(?: one)?) (?:twice|again)(?=[.,;)\n]|$)/gi, " (unique)"],
  // `holds points from 1 to 10`, `a slot like 18:00`
  [/\bholds (?=[a-z]+s? (?:from|between) \d)/gi, "has "],
  [/(?<=[a-z]) like \d{1,2}:\d\d\b/gi, ""],
  // `a number, always a different one`
  [/,? (?:always a different one|each (?:one )?(?:used |given )?only once)(?=[.,;)\n]|$)/gi, " (unique)"],
  [/\((?:used|given|issued) only once\)/gi, "(unique)"],
  // `a phone, which they may leave out`
  [
    /,? (?:which|that) (?:they|he|she|one|you|we|people|users) (?:may|can|might|could) (?:leave (?:out|empty|blank)|omit|skip)(?=[.,;)\n]|$)/gi,
    " (optional)",
  ],
  // `has electricity or not, normally not`
  [
    /\b(?:has|have) (?:an? )?([a-z]+) or not,? (?:but )?(?:normally|usually|by default|mostly) (not|it does|yes)(?=[.,;)\n]|$)/gi,
    (_, noun: string, usual: string) => `has a ${noun} flag (default ${usual === "not" ? "false" : "true"})`,
  ],
  // `seven if I say nothing`
  [
    /\b(?:and )?([a-z]+|\d[\d.]*) if (?:i|we|they|you|one|he|she) (?:say|says|said|tell|tells|enter|enters) (?:nothing|no(?:thing)? (?:else|more))/gi,
    "$1 by default",
  ],
];
