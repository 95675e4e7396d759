import { clauseOf } from "../words/clause.ts";
import { isStory } from "../facts/story.ts";
import { between } from "../sentences/between.ts";
import { having } from "../sentences/intro.ts";
import { introduced } from "../sentences/topic.ts";
import { onlySays } from "../words/says.ts";
import { items } from "../words/lists.ts";
import { type State, nameOf, open } from "../state.ts";
import type { Heading, Rule } from "./heading.ts";

/** `Music school: teachers teach instruments, students take lessons`: a title above a story. */
export const aboveStory: Rule = (_state, { rest, read }) => {
  if (having.test(rest) || !isStory(rest) || clauseOf(rest)?.rest === "") return false;
  read(rest);
  return true;
};

/** `An API for managing hives and harvests: …`: only makes known what the title of a system names. */
export const systemNames: Rule = (state, { head }) => {
  if (!/\s(?:api|app|system|service)\b/i.test(head)) return false;
  const about = head.replace(/^.*?\b(?:manage|managing|track|tracking|store|handle|for|of)\s+/i, "");
  for (const noun of about.split(/\s*,\s*|\s+and\s+/)) {
    const name = /^[a-z ]+s$/i.test(noun) ? nameOf(noun) : undefined;
    if (name) state.known.add(name);
  }
  return false;
};

const systemTitle = /\b(?:svc|service|sys|system|api|app|db|database|mgmt|management|backend|crm|erp)$/i;

/** `book: title, price`, `book title, price`: whether a list begins with its own head, or with a record that is known. */
const leadsIn = (state: State, rest: string, lead: string): boolean =>
  (/^[A-Za-z][\w-]*(?: [\w-]+)?:\s[^\n]*,/.test(rest) &&
    !onlySays(items(rest.slice(rest.indexOf(":") + 1))[0] ?? "", state.enums)) ||
  (/^[a-z]\w*\s+(?!is\b|are\b|must\b|can\b|may\b)[a-z]/.test(rest) && state.known.has(nameOf(lead) ?? ""));

/** `booking svc: room: number, beds`, `fleet mgmt: truck plate, weight`: a title above a head or a list of its own. */
export const aboveHead: Rule = (state, { head, rest, read }) => {
  const [lead = ""] = rest.split(/[\s:]/);
  const isTitle =
    systemTitle.test(head) ||
    (/\s/.test(head) && head.toLowerCase().split(/\s+/).includes(lead.toLowerCase()));
  if (!isTitle || !leadsIn(state, rest, lead) || rest.startsWith("⟦")) return false;
  read(rest);
  return true;
};

/** `Bands play on stages: a performance is by one band`: a clause of several above one of each. */
export const aboveEach: Rule = (state, { head, rest, read, spoken }) => {
  const clause = spoken();
  if (
    !clause ||
    !/s$|^(?:people|we|i|they)$/i.test(clause.subject) ||
    clauseOf(rest) === undefined ||
    !/^(?:an?|each|every)\s/i.test(rest)
  )
    return false;
  if (clause.verb !== "be") between(state, head);
  read(rest);
  return true;
};

/** The subject of the first sentence below a head, where the sentence says what a record has or is. */
function subjectBelow({ head, parts }: Heading): string | undefined {
  const within = clauseOf(parts()[0] ?? "");
  const isOwn =
    within !== undefined &&
    within.subject !== "" &&
    ((/^(?:have|need|carry|hold|come|contain|belong)$/.test(within.verb) &&
      !onlySays(within.rest, new Map())) ||
      (/^(?:an?|each|every)\s/i.test(within.subject) &&
        (/^(?:for|at|in|on)\s/i.test(head) ||
          nameOf(introduced(head) ?? head) === nameOf(within.subject)))) &&
    within.subject.split(" ").length < 4 &&
    !/^(?:it|they|each(?: one)?|this)$/i.test(within.subject);
  return isOwn ? nameOf(within.subject) : undefined;
}

/** `Hives and harvests: a hive has a name`: a title above a sentence that says what a record has. */
export const aboveSentence: Rule = (state, heading) => {
  const own = subjectBelow(heading);
  if (!own) return false;
  const { head, rest, read } = heading;
  const title = introduced(head) ?? head;
  if (nameOf(title) === own) open(state, own);
  const others = /^[a-z]+s(?:, [a-z]+s)*,? (?:and|with) [a-z]+s$/i.test(title)
    ? head.split(/,? (?:and|with) |, /)
    : [];
  for (const name of others.flatMap((one) => nameOf(introduced(one) ?? one) ?? [])) state.known.add(name);
  state.known.add(own);
  read(rest);
  return true;
};
