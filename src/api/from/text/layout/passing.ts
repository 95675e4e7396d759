import { namesFrom } from "../../../names.ts";
import { isOrder } from "../words/grammar.ts";
import type { Wording } from "../words/rewrite.ts";

const one = (plural: string): string => namesFrom(plural).words;

/** What is said in passing of two records, or of a field that was named before, in the words that are read. */
export const passing: readonly Wording[] = [
  // `there are several hives in it`, `and several points stand at it`
  [
    /(?:,? and |(^|[.;\n]\s*))there are (?:several|many|some|a number of|any number of) ([a-z]+(?: [a-z]+)?s) (?:in|on|at|inside|within|behind) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
  ],
  [
    /(?:,? and |(^|[.;\n]\s*))(?:several|many|some) ([a-z]+(?: [a-z]+)?s) (?:stand|are|live|lie|hang|sit|belong|take place|run|work|fit) (?:at|in|on|to|for|into) (?:it|each|them)(?=[.,;\n]|$)/gi,
    (_, before: string | undefined, plural: string) => `${before ?? ". "}It has many ${plural}`,
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
  // `runs for a number of months`
  [/\b(?:runs?|lasts?|goes on|is (?:booked|rented|hired|lent)) for (?=a number of [a-z]+)/gi, "has "],
  // `Keepers weigh a penguin, vaccinate it, or move it to another colony`
  [
    /(^|[.;,\n]\s*)(?:(?:the |our )?[a-z]+s|we|they) ([a-z]+) (an?|the|each|every) ([a-z][a-z-]*)(?: (?:for|to|with|from|in|on|at) (?:an?|the) [a-z]+)?((?:(?:,| and| or|, and|, or)(?: then| also| sometimes| later)? [a-z]+(?: (?:up|out|off|in|on|back|down|over))? it(?: (?:to|for|with|into|from|in|on|at|by|as|when|if|once|after) [^,.;\n]{2,40}?)?(?=[,.;\n]|$| and| or)){1,5})(?=[.;\n]|$)/gi,
    (whole, start: string, verb: string, _article: string, noun: string, more: string) => {
      const others = [
        ...more.matchAll(
          /(?:,|and|or)(?: then| also| sometimes| later)? ([a-z]+(?: (?:up|out|off|in|on|back|down|over))?) it\b/gi,
        ),
      ];
      const verbs = [verb, ...others.map((one) => one[1] ?? "")];
      return verbs.every((one) => isOrder(one.split(" ")[0]?.toLowerCase() ?? ""))
        ? `${start.replace(",", ".")}users can ${verbs.slice(0, -1).join(", ")} or ${verbs.at(-1) ?? ""} a ${noun}`
        : whole;
    },
  ],
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
  // `We assign a report, and afterwards it can be fixed`
  [/,? and (?:afterwards|then|later) (?=(?:it|they) (?:can|may) be\b)/gi, ". "],
  // `prk lot, per bay: code`, `I want to log my kiln, i.e. for each firing the program`
  [/^[^.;:\n,]{3,40},? per ([a-z]+):(?=\s)/gi, "$1:"],
  [
    /(^|[.;\n]\s*)[^.;:\n]{3,60}?,? (?:i\.e\.|that is|namely|meaning),? for (?:each|every|an?) ([a-z]+),? (?=(?:the|its|an?) )/gi,
    "$1$2: ",
  ],
  // `For a pupil I'd keep the name`
  [
    /(^|[.;\n]\s*)for (an?|each|every|the|our) ([a-z]+(?: [a-z]+)?)(?: (?:of|in|from) (?:our|the|my) [a-z]+(?: [a-z]+)?)?,? (?:i|we|one)(?:['’]d| would| will| must| need to| want to)? (?:keep|store|note|record|need|want|have|know|write down)(?: down)? (?=(?:the|its|an?|their) )/gi,
    (_, start: string, how: string, noun: string) =>
      `${start}${/s$/i.test(noun) ? `${noun} have` : `${/^(?:the|our)$/i.test(how) ? "a" : how} ${noun} has`} `,
  ],
  // `Actions are submit and publish`
  [/(^|\n\s*)(?:the )?(?:custom )?(?:actions|operations|commands) are (?=[a-z]+(?:,| and))/gi, "$1Actions: "],
  // `It is new at first; the pharmacist then fills or rejects it`
  [
    /\b(?:is|are) ([a-z]+) (?:at first|first|initially)[;,.] (?:and )?(?:an?|the|one of the) [a-z]+ (?:then|later|afterwards) ([a-z]+s)(?: or ([a-z]+s))? (?:it|them)(?=[.;,\n]|$)/gi,
    (_, state: string, one: string, other: string | undefined) =>
      `is ${state} until somebody ${one}${other === undefined ? "" : ` or ${other}`} it`,
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
  // `belongs to a party, but independents have none`
  [
    /\bbelongs? to (an? [a-z]+),? (?:but|though|although) [^,.;\n]{3,40} (?:none|nobody|no [a-z]+)(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `has a handful of polling places, each of which lies in exactly one district`
  [
    /\b(has|have) (?:an? )?(?:handful|couple|bunch|set|series|few|range) of (?=[a-z]+(?: [a-z]+)?s\b)/gi,
    "$1 many ",
  ],
  [
    /,? each of which (?:belongs to|lies in|is in|is part of|stands in|sits in) (?:exactly |only )?one [a-z]+(?=[.,;\n]|$)/gi,
    "",
  ],
  // `work at one place, or at none yet`
  [/,? or (?:at|in|on|to|with|for) none(?: yet| at all)?(?=[.,;\n]|$)/gi, " or none"],
  // `and we note whether it is out of order`
  [
    /,? and (?:we|i) (?:also )?(?:note|record|store|keep|log|track|write down) (?=whether |when |how )/gi,
    ", ",
  ],
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
  // `keeper can skip and postpone`
  [
    /(^|[.;\n]\s*)(?:the )?(?!it\b|users?\b)[a-z]*[^s\W] (?:can|may) ([a-z]+(?:, [a-z]+){0,5},? (?:and|or) [a-z]+)(?=[.;\n]|$)/gi,
    (whole, start: string, list: string) =>
      list.split(/, (?:and |or )?| and | or /).every((one) => isOrder(one.toLowerCase()))
        ? `${start}users can ${list} it`
        : whole,
  ],
  // `may belong to a vendor`
  [/\b(?:may|can|might) (?:also )?belong to (?=an?\b|one\b)/gi, "optionally belongs to "],
  // `is given by a juror to a float`
  [
    /\b(?:is|are) (?:given|made|cast|written|handed|sent|paid) by (an? [a-z]+) (?:to|for|on|about) (an? [a-z]+)(?=[.,;\n]|$| and\b)/gi,
    "belongs to $1 and to $2",
  ],
  [/\bholds (?=[a-z]+s? (?:from|between) \d)/gi, "has "],
  // `a state, one of free, in use and broken`
  [
    /,? one of ([a-z]+(?: [a-z]+)?(?:, [a-z]+(?: [a-z]+)?)+),? (?:and|or) ([a-z]+(?: [a-z]+)?)(?=[.;\n]|$)/gi,
    " ($1, $2)",
  ],
  // `; a vehicle plate is noted if known`
  [
    /[;,.] (?:and )?(an? [a-z]+(?: [a-z]+)?) (?:is|are) (?:also )?(?:noted|recorded|kept|stored|written down)(?: too| as well)?( if [a-z]+)?(?=[.;,\n]|$)/gi,
    (_, noun: string, known: string | undefined) => `, ${noun}${known === undefined ? "" : " (optional)"}`,
  ],
  // `stream (…) with actions start, stop`
  [/\) with (?:the )?(?:actions|operations|commands):? (?=[a-z]+,)/gi, "). Actions: "],
  [/(?<=[a-z]) like \d{1,2}:\d\d\b/gi, ""],
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
  // `Clubs go by a name and a town; fencers by a name`
  [/\b([a-z]+s) go by (?=(?:an?|their|the) )/gi, "$1 have "],
  [/(?<=\b[a-z]+s have [^.;\n]{3,120}; )([a-z]+s) by (?=(?:an?|their|the) )/gi, "$1 have "],
  [/,? (?:always a different one|each (?:one )?(?:used |given )?only once)(?=[.,;)\n]|$)/gi, " (unique)"],
  [/\((?:used|given|issued) only once\)/gi, "(unique)"],
  // `and in the end it gets collected`
  [
    /,? and (?:in the end|finally|at last|then|afterwards|later) (?:it|they) (?:gets?|is|are) ([a-z]+ed)(?=[.;\n]|$)/gi,
    ". It can be $1",
  ],
  // `, the customer collects it`, `, and the group may cancel it`
  [/(?<=[a-z]),(?: and)? (?=(?:the|our) [a-z]+ (?:may |can )?[a-z]+ (?:it|them)(?:[.;\n]|$))/gi, ". "],
  // `People who lost something fill in a report: the item`
  [
    /(^|[.;\n]\s*)(?:people|guests|visitors|customers|members|users|someone|somebody|whoever|anyone)\b[^.:;,\n]{0,60} (?:fills? in|files?|hands? in|submits?|sends? in|leaves?) an? ([a-z]+(?: [a-z]+)?): /gi,
    "$1$2: ",
  ],
  // `a flag open`
  [
    /\ba (?:flag|boolean) (?!for\b|whether\b|that\b|which\b|is\b|if\b|to\b|called\b|named\b|and\b|or\b|default\b|with\b|country\b|colou?r\b|state\b)([a-z]+)(?=[,.;\n]|$| and\b| \()/gi,
    "a $1 flag",
  ],
  // `a name and an email (both required, the email unique)`
  [/\b(an? [a-z]+) and (an? )([a-z]+) \(both ([a-z]+), the \3 ([a-z]+)\)/gi, "$1 ($4) and $2$3 ($4, $5)"],
  [/,? or none (?:for a while|for now|at times|at the moment|yet|at all)(?=[.,;\n]|$)/gi, " or none"],
  // `person <-> committee many to many`
  [/\b([a-z]+) ?(?:<->|<=>|↔) ?([a-z]+)(?:,? (?:is |are )?many[ -]to[ -]many)?(?=[.,;\n]|$)/gi, "$1 n-m $2"],
  // `belongs to one gardener, or to nobody while it is free`
  [
    /\bbelongs? to ((?:an?|one) [a-z]+),? or to (?:nobody|none|no one|no [a-z]+)(?: at all)?(?: (?:while|when|as long as|if|until) [^,.;\n]{2,40})?(?=[.,;\n]|$)/gi,
    "optionally belongs to $1",
  ],
  // `For a performance we sell tickets`
  [
    /(^|[.;\n]\s*)for (an?|each|every) ([a-z]+),? (?:we|people|users|one can|they) (?:can )?(?:sell|issue|offer|print|make|hand out|collect|plan|schedule) (?:several |many )?([a-z]+s)(?=[.,;\n]|$)/gi,
    "$1$2 $3 has many $4",
  ],
  // `the name of a label is unique`
  [
    /(^|[.;\n]\s*)the ([a-z]+(?: [a-z]+)?) of (an?|each|every) ([a-z]+(?: [a-z]+)?) (?:is|must be|has to be|should be) (unique|required|mandatory|optional)(?=[.,;\n]|$)/gi,
    "$1$3 $4 has a $2 ($5)",
  ],
  // `a barcode, never the same one twice`
  [/,? never (?:used|given|issued|assigned|the same(?: one)?) (?:twice|again)(?=[.,;)\n]|$)/gi, " (unique)"],
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
  // `Donations to campaigns. Donor name: optional.`
  [
    /^(\s*[A-Z][a-z]+(?: [a-z]+)?s) (?:to|for|from|of|at|in|on|by) (?:[a-z]+s|(?:an?|the|our|my) [a-z]+)\. (?=[A-Z][a-z]+(?:,? [a-z]+){0,3}: )/g,
    "$1. ",
  ],
  // `supplier - every order belongs to one`
  [
    /^([ \t]*[-*•–—·+][ \t]+)([a-z]+)(?: ?[-–—:]|,) (?:every|each|an?|the) [a-z]+ (?:belongs to|has|is for|is of) (?:exactly )?one$/gim,
    "$1belongs to one $2",
  ],
  // `tournament: start, finish` below `actions:`
  [
    /^([ \t]*)(?:custom |possible )?actions[ \t]*:[ \t]*\n((?:\1[ \t]+(?:[-*•][ \t]+)?[a-z]+[ \t]*:[ \t]*[a-z][a-z, -]*(?:\n|$)){1,20})/gim,
    (_, _depth: string, lines: string) =>
      lines
        .trim()
        .split("\n")
        .flatMap((line) => {
          const [, noun = "", list = ""] = /([a-z]+)[ \t]*:[ \t]*(.*)$/i.exec(line) ?? [];
          return list
            .split(/,\s*(?:and\s+)?|\s+and\s+/)
            .filter((verb) => verb.trim() !== "")
            .map((verb) => `${one(noun)}.${verb.trim().replaceAll(/\s+/g, "-")}`);
        })
        .join(", "),
  ],
];
