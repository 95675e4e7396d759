import { capital } from "../../../../lib/index.ts";
import { namesFrom } from "../../../names.ts";
import { verbs } from "../words/deeds.ts";
import { numeral } from "../words/sayings.ts";
import { type Known, oneOf } from "./had.ts";

const subject = String.raw`^(?:(an?|each|every|all|the|new|a new|any new) )?([a-z]+(?: [a-z]+)?)`;
const value = String.raw`["“]?((?!(?:an?|the|at|on|in|with|from|to|early|late|out|off|as|and|or|by|of|for)\b)[a-z][\w-]*(?: (?!(?:and|or|at|on|by|with|then|when|until|if)\b)[a-z]+)?)["”]?`;
const state = "(?:the |an? )?(?:(?:state|status|stage) (?:of )?)?";
const made = "created|made|added|filed|registered|entered|opened|submitted|placed|recorded|saved|stored|new";

/** How records begin: `Orders start out waiting`, `An order is created as open`, `Orders are open when they are made`. */
const beginnings: readonly RegExp[] = [
  new RegExp(
    String.raw`${subject} (?:starts?|begins?)(?: (?:out|off|life|its life|their life|their lives))?(?: (?:as|in|with(?= (?:the |an? )?(?:state|status))))? ${state}${value}(?: state| status)?$`,
    "i",
  ),
  new RegExp(
    String.raw`${subject} (?:is|are|gets?) (?:first |initially )?(?:${made}) (?:as|in|with) ${state}${value}$`,
    "i",
  ),
  new RegExp(
    String.raw`${subject} (?:is|are) ${value} (?:when|once|as long as|right after) (?:it|they) (?:is|are|was|were|has been|have been) (?:first |just )?(?:${made})$`,
    "i",
  ),
];

/** What no two records share, of which nothing else tells: `No two boats carry the same registration number`. */
const unlike: readonly RegExp[] = [
  /^no (?:two |other )?([a-z]+(?: [a-z]+)?) (?:(?:can|may|must|should|will|ever) )*(?:has|have|shares?|carr(?:y|ies)|uses?|bears?|gets?) (?:the same|an? identical) ([a-z]+(?: [a-z]+){0,2}?)(?: (?:as|with|like) (?:another|any other|an?other|the other)(?: one| [a-z]+)?)?$/i,
  /^(?:two|different) ([a-z]+(?: [a-z]+)?) (?:(?:can|may|must|should|will) ?(?:not|n['’]?t)|cannot|never) (?:ever )?(?:have|share|carry|use|bear|get) (?:the same|an? identical) ([a-z]+(?: [a-z]+){0,2})$/i,
];

/** `Broken games are retired, old ones sold`: which of them, and what is done to these. */
const some =
  /^(?:(?:the|all|any|very) )?([a-z]+(?:-[a-z]+)?) ([a-z]+(?: [a-z]+)?s) (?:are|get) ((?:(?:automatically|manually|later|then) )?[a-z]+(?: [a-z]+)?)(?:(?:,|;|,? and|,? while) [a-z]+ ones (?:(?:are|get) )?([a-z]+(?: [a-z]+)?))?$/i;
/** `Games are lent out and brought back`. */
const several =
  /^(?:all )?([a-z]+(?: [a-z]+)?s) (?:are|get) ([a-z]+(?: [a-z]+)?(?:, [a-z]+(?: [a-z]+)?)*,? and (?:later |then |finally )?[a-z]+(?: [a-z]+)?)$/i;

/** What is done to records: as `games can be retired`. */
function done(given: string, having: ReadonlySet<string>): string | undefined {
  const [, which = "", noun = "", first = "", second] = some.exec(given) ?? [];
  const isSome =
    noun !== "" &&
    having.has(oneOf(noun)) &&
    !/^(?:all|each|every|new|no|most|these|those|both|two|its|their|our|my)$/i.test(which);
  const deeds = isSome ? `${first}${second === undefined ? "" : ` and ${second}`}` : "";
  const [, plural = "", list = ""] = several.exec(given) ?? [];
  const [whose, all] = isSome ? [noun, deeds] : [plural, list];
  if (all === "" || !having.has(oneOf(whose)) || /\b(?:by|in|at|on|to|for|with|from|of|as|per)\b/i.test(all))
    return undefined;
  return verbs(all) === undefined ? undefined : `${capital(whose)} can be ${all}`;
}

/** A sentence about records that something is listed of, in the one way that all else reads; undefined for any other. */
export function ofRecords(given: string, { had, having }: Known): string | undefined {
  for (const way of beginnings) {
    const [, , noun = "", first = ""] = way.exec(given) ?? [];
    if (noun === "" || numeral(first) !== undefined || !having.has(oneOf(noun))) continue;
    return `New ${namesFrom(noun).plural.words} are ${first}`;
  }
  for (const way of unlike) {
    const [, noun = "", field = ""] = way.exec(given) ?? [];
    if (noun !== "" && having.has(oneOf(noun)) && had(field) === undefined)
      return `Each ${oneOf(noun)} has a unique ${field}`;
  }
  return done(given, having);
}
