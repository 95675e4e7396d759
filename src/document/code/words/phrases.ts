import { isVerb, nameWords, third } from "./name-words.ts";
import { inTable } from "../../../lib/index.ts";

/** Words after which a name states how, where or when. */
const joints = new Set(
  "a all an and any as at async async before after by each every for from if in into is it its last latest new next not of off on one or out over per self that the then through to unless until up via when with within without".split(
    " ",
  ),
);

/** Nouns at the end of a name that make it a thing of that kind instead of an action. */
const agents = new Set(
  "callback dialog factory form guard handler hook listener middleware modal provider strategy wrapper".split(
    " ",
  ),
);

const makers = new Set(
  "add append build construct create define generate insert introduce make new open produce spawn start".split(
    " ",
  ),
);
const wholes = new Set("data information metadata progress text content access".split(" "));
const ends: Readonly<Record<string, string>> = {
  id: "ID",
  url: "URL",
  json: "JSON",
  html: "HTML",
  api: "API",
  db: "database",
  uri: "URI",
  csv: "CSV",
  http: "HTTP",
  sql: "SQL",
  ids: "IDs",
  urls: "URLs",
};

/** Results and abbreviations, as in `addComplete`, `addBtn`, which don't read well in a phrase. */
const noThing = new Set(
  "btn cb cfg ctx dst evt fmt fn msg pkg ptr tmp val complete done ok ready finished success".split(" "),
);

/** Verbs that may be followed by an action. */
const claims = new Set("allow attempt ensure force let prevent try".split(" "));

/** Verbs that say nothing about what is done. */
const empty = new Set("call do execute handle perform process run warn".split(" "));

/** Words that are both verb and noun: `proxy_from_url` returns a proxy. */
const participles = new Set(
  "group hash index link list map mock proxy query queue record report request schedule snapshot stream".split(
    " ",
  ),
);

/** Returns a name as a verb phrase: `parseArguments` as "parses the arguments". */
export function phrase(name: string): string | undefined {
  const [first = "", ...rest] = nameWords(name);
  // a React hook is named after its result, a handler after its kind
  if (!isVerb(first) || /^use[A-Z]/.test(name) || agents.has(rest.at(-1) ?? "")) return undefined;
  if (empty.has(first) && rest.length < 2) return undefined; // `runMain`, `_handleFile`
  if (participles.has(first) && /^(?:from|of|for)$/.test(rest[0] ?? "")) return undefined;
  const other = rest.findIndex((word) => word === "and" || word === "or");
  if (other >= 0 && isVerb(rest[other + 1] ?? "")) return undefined; // `writeTextAndCheck`
  if (claims.has(first) && isVerb(rest[0] ?? "")) return undefined; // `ensureUseOption`
  if (rest[0] === "or" || rest[0] === "and" || noThing.has(rest.at(-1) ?? "")) return undefined; // `waitOrAbort`
  if (rest.length === 1 && /(?:ing|[^e]ed)$/.test(rest[0] ?? "")) return undefined; // `checkMissing`
  return [third(first), thing(rest, makers.has(first))].filter(Boolean).join(" ");
}

/** Returns a noun phrase: `new_widget` as "a new widget" if it is created, else as "the new widget". */
export function thing(words: readonly string[], isResult = false): string {
  const objectWords = words.map((word) => inTable(ends, word) ?? word);
  const joint = objectWords.findIndex(
    (word) => joints.has(word) && word !== "new" && word !== "last" && word !== "next",
  );
  if (objectWords.length === 0 || joint === 0) return objectWords.join(" ");
  const head = (joint < 0 ? objectWords.at(-1) : objectWords[joint - 1]) ?? "";
  const many = /[^su]s$/.test(head) && !wholes.has(head);
  if (!isResult || many || wholes.has(head))
    return many && isResult ? objectWords.join(" ") : `the ${objectWords.join(" ")}`;
  return `${/^[aeioAEIO]|^un/.test(objectWords[0] ?? "") ? "an" : "a"} ${objectWords.join(" ")}`;
}
