import { typeByName } from "../facts/guess.ts";
import type { Wording } from "../words/rewrite.ts";
import { numeral } from "../words/sayings.ts";

/** What a record has rather than belongs to. */
const plainField =
  /^(?:name|title|description|text|body|note|code|label|number|status|state|type|kind|size|colou?r)$/i;

/** Ways of saying what a field is and how it is bound, and what ties records. */
export const phrasings: readonly Wording[] = [
  // `An appointment belongs to a patient and a doctor`
  [
    /\b(belongs? to (?:an?|one|the|exactly one|a single) [a-z]+(?: [a-z]+)?),? and (?:to )?((?:an?|one|the|exactly one|a single) ([a-z]+(?: [a-z]+)?))(?=\s*(?:[.,;\n]|$|and (?:has|have|is|can)\b))/gi,
    (whole, first: string, other: string, noun: string) =>
      typeByName(noun).type === "string" && !plainField.test(noun)
        ? `${first} and belongs to ${other}`
        : whole,
  ],
  // `size S M or L`, `colour red white or blue`
  [
    /\b((?:size|colou?r|level|grade|class|type|kind|status|priority) (?:is )?)([a-z]{1,12}) ([a-z]{1,12}) or (?=[a-z]{1,12}\b)/gi,
    "$1$2, $3 or ",
  ],
  // `zone north south or centre`, where that is all of a part
  [
    /(?<=[,:;] ?)(?!(?:and|or|either|then|finally|but|be|is|are|can|may|must|it|which|that|in|on|at) )([a-z]+) (?!of |in |on |for |to |per |with |by |at |an? |the |is |are |not |no |more |less )([a-z]+) (?!of |in |on |for |to |per |with |by |at |an? |the |is |are |than )([a-z]+) or (?!more\b|less\b|not\b|an?\b)([a-z]+)(?=\s*(?:[,;.\n]|$))/gi,
    "$1 $2, $3 or $4",
  ],
  // `(daily weekly monthly)`
  [
    /\(([a-z]+) ([a-z]+) ([a-z]+)\)/g,
    (whole, one: string, two: string, three: string) =>
      [one, two, three].every((word) => word.endsWith("ly")) ? `(${one}, ${two}, ${three})` : whole,
  ],
  // `both numbers`
  [
    /\bboth (number|integer|date|string|datetime|boolean)s\b(?! (?:are|must|have|has|need|can|may|should|is)\b)/gi,
    (_, type: string) => `both ${/number/i.test(type) ? "decimal" : type}`,
  ],
  // `Species go by a Latin name`
  [
    /\b(goes|go) by (?=(?:an?|its|their|the)\s)/gi,
    (_, verb: string) => `${/s$/i.test(verb) ? "is" : "are"} known by `,
  ],
  // `one supplier, whose name and email are stored`
  [
    /,? whose ([a-z]+)(?:,? and ([a-z]+))? (?:is|are) (?:stored|kept|noted|known|recorded|saved)(?: too| as well)?(?=[.,;\n]|$)/gi,
    (_, one: string, other: string | undefined) =>
      `, which has a ${one}${other === undefined ? "" : ` and a ${other}`}`,
  ],
  // `goes from received to printing, then to finished or cancelled`
  [
    /\b(it|they|(?:an?|the|each|every) [a-z]+|[a-z]+s) (?:goes|go|moves?|passes|runs) from (?!an?\b|the\b|one\b|\d)([a-z]+) to ([a-z]+)((?:,? (?:and )?(?:then )?(?:to )?[a-z]+(?: or [a-z]+)*)*)(?=[.;\n]|$)/gi,
    (_, who: string, first: string, next: string, more: string) =>
      `${who} ${/^(?:it|an?|the|each|every)\b/i.test(who) ? "has" : "have"} a status (${[
        first,
        next,
        ...more.split(/,|\bor\b|\band\b|\bthen\b|\bto\b/).map((one) => one.trim()),
      ]
        .filter(Boolean)
        .join(", ")}; default ${first})`,
  ],
  // `the spot where the animal was found`
  [
    /\b((?:the|an?) (?:spot|place|point|location|address|town|city)) where (?:the|it|they|an?) [^,.;]{3,40}?(?=[,.;]|$)/gi,
    "$1",
  ],
  // `would I buy it again`
  [
    /(?<=[,;:]\s*(?:and )?)(would|will|did|do|does|was|is|has|have|can) (i|we|it|they|he|she|you) (?=[a-z]+[^,.;?\n]*(?:[,.;?\n]|$))/gi,
    "whether $2 $1 ",
  ],
  // `tier bronze, silver or gold starting at bronze`
  [/(?<=\bor [a-z]+) (?=(?:starting|beginning|defaulting|initially) (?:at|as|with|to|from )?)/gi, ", "],
  // `belongs to one voice group - soprano, alto or tenor -`
  [
    /\bbelongs? to (?:exactly )?(?:one|an?) ([a-z]+ (?:group|type|class|kind|category|level)|type|kind|class|category) (?=\()/gi,
    "has a $1 ",
  ],
  // `wh = warehouse w/ nm`
  [/(^|;\s*)[a-z]+ = (?=[a-z]+ (?:w\/|with)\s)/gim, "$1"],
  [/(?<=\w) \?(?= ?,)/g, "?"],
  // `A plot may stand empty, otherwise one gardener tends it`
  [/,\s*(?:otherwise|or else|if not,?)\s+(?=(?:an?|one|the|each|every|some)\s)/gi, ". "],
  [/,?\s+of course\b,?/gi, ""],
  [/\b(i|we)(?:['’]d| would) (?:like|love|want) to\b/gi, "$1 want to"],
  // `the same note is found in many perfumes`
  [/\bthe same (?=[a-z]+ (?:is|are|can|may|turns?|appears?|occurs?|shows?)\b)/gi, "a "],
  [/\bwith (?:the )?(?:properties|fields|attributes|columns|members) (?=[a-z]\w* ?[(,])/gi, "with "],
  // `and optionally replaces another part`
  [/\b(?:optionally|sometimes|possibly) [a-z]+s another (?=[a-z]+\b)/gi, "optionally belongs to a "],
  // `all three required`
  [
    /\ball (?:two|three|four|five|six|seven)(?: of (?:them|these|which))?(?: are)? (?=required|optional|unique|mandatory|needed)/gi,
    "all ",
  ],
  // `can't be more than 3000`
  [
    /\b(?:can(?:not| not|['’]t)|must(?: not|n['’]t)|may not|should(?: not|n['’]t)|never) be (?=(?:more|less|longer|shorter|higher|lower|fewer|greater|larger|smaller) than \d|(?:above|below|over|under) \d)/gi,
    "is not ",
  ],
  // `must not be taken already`
  [
    /\b(?:which |that |it )?(?:must|may|can)(?: ?not|n['’]t) be (?:taken|used|in use|assigned|known)(?: (?:already|yet|before|by (?:others|another|anyone|someone|anybody)(?: else)?))/gi,
    "is unique",
  ],
  // `for 3D print jobs`
  [/(?<=\b(?:for|of|manage|track|store) )\d[a-z]{1,2} (?=[a-z]+ ?[a-z]*s\b)/gi, ""],
  // `one or two people`
  [
    /\b(one or two|two or three|three or four|four or five) (?=[a-z]+s\b|people\b)/gi,
    (_, two: string) =>
      `${two
        .split(/ or /i)
        .map((one) => numeral(one))
        .join(" to ")} `,
  ],
  // `though it is not always known`
  [
    /,? (?:though|although|but|which) (?:(?:it|they|this) )?(?:(?:is|are|was|may be|might be)(?: not|n['’]t)|cannot be|can['’]t be) (?:always|necessarily|ever|all) (?:known|there|given|needed|present|set|recorded|available|filled(?: in)?)\b/gi,
    " (optional)",
  ],
  // `Bridges of the county: we want a code`
  [
    /(?<=:\s)(?:i|we) (?:want|need|keep|store|record|note|track|have|would like)(?: to (?:keep|store|record|know|track|note|have))? (?=(?:an?|the|its|their)\s)/gi,
    "",
  ],
  // `never goes above 99`, `cannot exceed 5`
  [
    /\b(?:(?:is|are|may|must|can|should|will|does|do) ?)?(?:never|not|n['’]t)(?: be| go(?:es)?| gets?| rises?| climbs?)? (?:above|over|beyond|more than|exceeds?) (?=-?\d)/gi,
    "is at most ",
  ],
  // `: it has`
  [/:\s+(?=(?:it|they|each(?: one)?) (?:has|have|is|are|can|may|must|needs?) )/gi, ". "],
  // `an expected date and, later, a yield`
  [
    /,? and, (?:later|eventually|at some point|afterwards|finally|in the end|sometimes|usually|at the end)(?: on)?, /gi,
    ", ",
  ],
  // `when they are added they are fine`
  [
    /\b(?:when|once|as soon as) (?:they|it|he|she|one|an? [a-z]+) (?:is|are|was|were|gets?|has been) (?:first |newly )?(?:added|created|new|made|registered|opened|posted|submitted|entered|placed|reported|received|filed|born|bought)\s*,?\s+(?=(?:they|it)\b)/gi,
    "initially, ",
  ],
  // `with their name`
  [/(?<=\bwith )(?:their|his|her) (?=[a-z]+)/gi, "a "],
  // `yes or no`
  [/\b(yes|true) (?:or|\/) (no|false)\b/gi, "$1/$2"],
  // `it's`, `they're`
  [/\b(it|he|she|that|there|who|what)['’]s(?= (?!own\b)\w)/gi, "$1 is"],
  [/\b(they|we|you)['’]re\b/gi, "$1 are"],
  // `GET/POST /notes: title`, `POST /notes/:id/archive`
  [
    /\b(?:POST|PUT|PATCH) \/(?:api\/)?(?:v\d+\/)?([a-z][\w-]*)\/(?::\w+|\{\w+\})\/([a-z][\w-]*)/g,
    "\n$1.$2\n",
  ],
  [
    /^[ \t]*(?:(?:GET|POST|PUT|PATCH|DELETE)\b[\s,/|&+]*)*\/(?:api\/)?(?:v\d+\/)?([a-z][\w-]*)(?:\/(?::\w+|\{\w+\}))?[ \t]*(?=[:–—-](?:\s|$)|\n)/gim,
    "$1",
  ],
  // `role [admin, user]`
  [/\[([\w\s-]+(?:,[\w\s-]+)+)\]/g, "($1)"],
  // `Valid from and valid until: dates, both required`
  [
    /(^|[.;\n][ \t]*)([a-z]+(?: [a-z]+)?) and ([a-z]+(?: [a-z]+)?)[ \t]*:[ \t]*(date|datetime|time|timestamp|number|integer|string|text|boolean)s?((?:,? both [^.;\n]{2,40})?)(?=[.;\n]|$)/gi,
    (_, start: string, one: string, other: string, type: string, more: string) => {
      const said = `${type}${more.replace(/\bboth (?:are |must be |is )?/i, "")}`;
      return `${start}${one}: ${said}. ${other}: ${said}`;
    },
  ],
  // `lists with tasks inside`
  [/(?<=\bwith [a-z]+s) (?:inside|within|in (?:it|them)|on (?:it|them))(?=[.,;\n]|$)/gi, ""],
  // `is mandatory and has 5 to 100 characters`
  [
    /\b(is|are) (mandatory|required|optional|unique|compulsory|obligatory) and (?:has|have) (?=(?:at (?:least|most)|up to|between|exactly|no more|\d))/gi,
    "$1 $2, ",
  ],
];
