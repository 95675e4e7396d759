import { clauseStatements, factsOf } from "./clause-statements.ts";
import { clausesIn } from "./clauses.ts";
import { labelStatements } from "./label-forms.ts";
import { ownedList } from "./lists.ts";
import { bareVerbs, verbList, withoutEnd } from "./phrasing.ts";
import { withoutPurpose } from "./purpose.ts";
import { request } from "./request.ts";
import { labelOwner, linked, type Statement } from "./statement.ts";
import { pairIn, tiesIn } from "./ties.ts";
import { tokensOf } from "./tokens.ts";

type Form = (text: string) => readonly Statement[] | undefined;

/** Openings of a sentence that say nothing about what is stored. */
const opener = new RegExp(
  String.raw`^(?:(?:hi|hello|hey|oh|yeah|btw|fyi|so|basically|well|okay|ok|right|now|anyway|actually|honestly` +
    String.raw`|look|listen|think of|imagine|picture|consider|let['’]s say|in short|in a nutshell)\b[,:!]?\s+)+`,
  "i",
);

/** The statements of a sentence: by its form if it has a special one, otherwise by its clauses. */
export function sentence(raw: string): readonly Statement[] {
  const text = raw.replace(/^[A-Z]+-\d+\s*:?\s*/, "").replace(opener, "");
  for (const form of forms) {
    const statements = form(text);
    if (statements) return statements;
  }
  return plainSentence(text);
}

/** Special forms of sentences, most reliable first; each returns undefined for other sentences. */
const forms: readonly Form[] = [
  actionList,
  dottedActions,
  endpointActions,
  labelledActions,
  flagOf,
  (text) => {
    const ties = [...tiesIn(text), ...pairIn(text)];
    return ties.length ? ties : undefined;
  },
  whereClause,
  story,
];

function plainSentence(raw: string): readonly Statement[] {
  const text = withoutPurpose(raw);
  const requestText = request.exec(text)?.[0] ?? "";
  const label = labelStatements(
    requestText.length < text.length ? text.slice(requestText.length) : text,
    sentence,
  );
  if (label) return label;
  const owned = ownedList(tokensOf(text), text);
  if (!owned) return factsOf(text);
  return [
    { kind: "attributes", owner: owned.owner, list: owned.list, labelled: true },
    ...linked(owned.owner, owned.parts, true),
    ...(owned.before ? factsOf(owned.before) : []),
    ...(owned.after ? sentence(owned.after) : []),
  ];
}

const actionsLabel = "(?:actions?|operations?|endpoints?|verbs|commands|methods)";
const actionListForm = new RegExp(
  String.raw`^${actionsLabel}\b\s*[:-]?\s*([a-z][\w-]*(?:(?:\s*,\s*|\s+and\s+)(?:and\s+)?[a-z][\w-]*)*)[.]?$`,
  "i",
);

/** Reads `actions: approve, reject`. */
function actionList(text: string): readonly Statement[] | undefined {
  const verbs = actionListForm.exec(text)?.[1];
  return verbs === undefined ? undefined : [{ kind: "actions", verbs: verbList(verbs) }];
}

const dottedForm = new RegExp(
  String.raw`^(?:${actionsLabel}\s*:\s*)?((?:[a-z]\w*\.[a-z]\w*(?:,\s*|$))+)`,
  "i",
);

/** Reads `actions: order.cancel, order.ship`. */
function dottedActions(text: string): readonly Statement[] | undefined {
  const list = dottedForm.exec(withoutEnd(text))?.[1];
  return list?.split(/,\s*/).flatMap((dotted): readonly Statement[] => {
    const [owner = "", verb = ""] = dotted.split(".");
    const of = labelOwner(owner);
    return of && verb ? [{ kind: "actions", verbs: [verb], of }] : [];
  });
}

/** Reads `POST /sightings/:id/verify` as an action on a sighting. */
function endpointActions(text: string): readonly Statement[] | undefined {
  if (!/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{]/.test(text)) return undefined;
  const paths = /\b(?:POST|PUT|PATCH) \/(?:[\w-]+\/)*?([\w-]+)\/(?::\w+|[{<]\w+[}>])\/([\w-]+)/g;
  return [...text.matchAll(paths)].flatMap(([, name = "", verb = ""]): readonly Statement[] => {
    const of = labelOwner(name);
    return of ? [{ kind: "actions", verbs: [verb.replaceAll("-", " ")], of }] : [];
  });
}

/** Reads `orders: cancel, ship`. */
function labelledActions(text: string): readonly Statement[] | undefined {
  const [, name = "", list = ""] = /^([\w ]{3,30}):\s*([a-z, -]+)\.?$/.exec(text) ?? [];
  const verbs = bareVerbs(list) ?? [];
  const of = labelOwner(name);
  return verbs.length > 1 && of ? [{ kind: "actions", verbs, of }] : undefined;
}

const flagForm = new RegExp(
  String.raw`^the ([\w -]{2,30}?) of (?:an?|the|each|every) ([\w-]+(?: [\w-]+)?) ` +
    String.raw`(?:is|are) (optional|required|mandatory)(?:,? and (.+?))?[.!]?$`,
  "i",
);

/** Reads `the note of an order is optional`: what may be missing is a field, also where it could be a thing. */
function flagOf(text: string): readonly Statement[] | undefined {
  const [, field = "", name = "", flag = "", rest = ""] = flagForm.exec(text) ?? [];
  const owner = labelOwner(name);
  if (!owner || !field) return undefined;
  return [{ kind: "attributes", owner, list: `${field} ${flag}` }, ...(rest ? sentence(rest) : [])];
}

/** Reads `a zoo where keepers feed animals`. */
function whereClause(text: string): readonly Statement[] | undefined {
  const [, place = "", rest = ""] = /^([^.:]{3,80}?),? (?:where|in which) (.+)$/is.exec(text) ?? [];
  if (!place || clausesIn(tokensOf(place.replace(request, ""))).length > 0) return undefined;
  return [...clauseStatements(place), ...sentence(rest)];
}

const wish = String.raw`(?:want|would like|wish|need)(?: to)?\s+|(?:(?:should|must) be able to|can|could|may)\s+`;
const storyForm = new RegExp(
  String.raw`^as (?:an?|the) ([^,(]+?)\s*(\([^)]*\))?,?\s+(?:i|we)\s+(?:${wish})?(?:be able to\s+)?(.+)$`,
  "is",
);

/** Reads `As a keeper, I want to feed animals so that they live.` */
function story(text: string): readonly Statement[] | undefined {
  const [, name = "", list = "", deed = ""] = storyForm.exec(text) ?? [];
  if (!name) return undefined;
  const role = labelOwner(name);
  const facts = sentence(`${role?.words.join(" ") ?? name} can ${withoutReason(deed)}`);
  return role && list ? [{ kind: "attributes", owner: role, list: list.slice(1, -1) }, ...facts] : facts;
}

const withoutReason = (text: string): string =>
  text.replace(/,?\s+(?:so that|so|in order to|because)\s+.*$/is, "").replace(/[.]$/, "");
