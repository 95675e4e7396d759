import { isAttributeList } from "./attributes.ts";
import { clauseStatements } from "./clause-statements.ts";
import { stackWords } from "./fillers.ts";
import { isThings } from "./introduction.ts";
import { type Item, itemsOf } from "./items.ts";
import { isNotation, isPlainHeading } from "./layout.ts";
import { wholly } from "../lib/index.ts";
import { phraseAt } from "./lists.ts";
import type { Noun } from "./nouns.ts";
import { endsInHolder, isClause, isName, isPredicate } from "./phrasing.ts";
import { ruleKind } from "./rules.ts";
import { labelOwner, linked, type Statement } from "./statement.ts";
import { madeBy } from "./ties.ts";
import { tokensOf } from "./tokens.ts";
import { valuesIn } from "./values.ts";
import { appNouns, isKnownResource, isProgram, isScalar } from "./vocabulary.ts";

/** A name with its list: `book: title, isbn` or `Order lines of an order: SKU`. */
const labelled = /^([^:(={]{2,60}?(?:\s*\([^)]*\))?)\s*(?::|\s[-–—]\s|\s->\s|\s=\s(?=[^,+]+[,+]))\s*(.+)$/s;

/** What the thing that a label names belongs to: `loan -> copy, reader: lent_on`, `copy (belongs to book): barcode`. */
const pointing = /^([^:(=>]{2,40}?)\s*\(?(?:->|→|belongs to)\s*([\w ,&-]{2,60})\)?(?=\s*:)/;
const ofTargets = (_: string, name: string, targets: string): string =>
  [name, ...targets.split(/\s*(?:,|&|\band\b)\s*/)].join(" of ");

/** A label for a list of states: `Status flow: draft -> sent -> paid`. */
const stateLabel =
  /^(?:the )?(?:status(?:es)?|states?|lifecycle|workflow)(?: (?:flow|values|transitions|lifecycle))?$/i;

type ReadSentence = (text: string) => readonly Statement[];

/** What precedes a separator, and what follows it. */
interface Label {
  readonly name: string;
  readonly list: string;
  readonly owner: Noun;
  readonly read: ReadSentence;
}

type Form = (label: Label) => readonly Statement[] | undefined;

/**
 * The statements of a label with a list; undefined for a text without a label.
 * @param text the sentence without its request
 */
export function labelStatements(text: string, read: ReadSentence): readonly Statement[] | undefined {
  const [, name = "", list = ""] = labelled.exec(text.replace(pointing, ofTargets)) ?? [];
  if (!name || !isName(name)) return undefined;
  if (/^(?:actions?|relations?|relationships?)$/i.test(name)) return read(list);
  const owner = labelOwner(name.replace(/\([^)]*\)/, ""));
  if (owner && isScalar(owner.words) && ruleKind(`${name}: ${list}`) === "computed") return [];
  const states = stateLabel.test(name) ? valuesIn(list) : undefined;
  if (states) return [{ kind: "more", list: `status (${states.join(", ")})`, labelled: true }];
  if (!owner) return isPlainHeading(name) ? underHeading(list, read) : undefined;
  const label = { name, list, owner, read };
  for (const form of forms) {
    const statements = form(label);
    if (statements) return statements;
  }
  return attributesOf(label);
}

/** What a label can be besides the owner of the list, most reliable first. */
const forms: readonly Form[] = [
  listsThings,
  ({ owner, list }) => madeBy(owner, list),
  describesAction,
  namesByApplication,
  isHeading,
];

const application = (owner: Noun): Statement => ({
  kind: "application",
  noun: { ...owner, plural: false },
});

/** Reads `a library: books, members and loans`. */
function listsThings({ owner, list }: Label): readonly Statement[] | undefined {
  const isSure = !owner.plural && !isKnownResource(owner.words) && isThings(list) && !isClause(list);
  return isSure ? [application(owner), { kind: "mention", list, sure: true }] : undefined;
}

/** Reads `Keeper: feeds animals`. */
function describesAction({ name, owner, list, read }: Label): readonly Statement[] | undefined {
  if (!isPredicate(list) || /^(?:belongs|links|refers) /i.test(list)) return undefined;
  return read(`${/^[A-Z]/.test(name) && !owner.plural ? "a " : ""}${name} ${list}`);
}

/** Whether an item is a record, as in `animals (name, age)`. */
const isRecord = ({ inner, noun }: Item): boolean =>
  inner !== undefined &&
  noun !== undefined &&
  !isScalar(noun.words) &&
  (isAttributeList(inner, noun) ||
    (noun.plural && inner.includes(",") && !isNotation(inner.split(",")[0] ?? "")));

/** Nouns for many things of the kind that the word before them names. */
const collections = wholly("collection|catalog|catalogue|inventory|diary|journal|log|register|directory");

/** Reads `Animal tracker: name, species`, `my coin collection: year, metal`, `Bike API: bikes (colour, size)`. */
function namesByApplication({ owner, list }: Label): readonly Statement[] | undefined {
  const last = owner.words.at(-1) ?? "";
  if (owner.words.length < 2 || !(appNouns.test(last) || collections.test(last)) || isClause(list))
    return undefined;
  if (itemsOf(list).some(isRecord)) return [application(owner), ...clauseStatements(list)];
  const named = labelOwner(owner.words.slice(0, -1).join(" "));
  if (!named || named.words.every((word) => stackWords.has(word)) || !isAttributeList(list, named))
    return undefined;
  return [{ kind: "attributes", owner: named, list, labelled: true }];
}

/** Reads `Requirements: …`, `The app: …`, `A shop: customers buy products`; `Shop: name, city` is a record. */
function isHeading({ name, owner, list, read }: Label): readonly Statement[] | undefined {
  const isPlainList = !isClause(list) && !list.includes("{");
  const hasFields = isPlainList && isAttributeList(list, owner) && !itemsOf(list).some(isRecord);
  if (isPlainHeading(name)) return /,/.test(list) && hasFields ? undefined : underHeading(list, read);
  const last = owner.words.at(-1) ?? "";
  if (owner.plural || !appNouns.test(last)) return undefined;
  if (hasFields && !isProgram.test(last)) return undefined;
  return [application(owner), ...underHeading(list, read)];
}

const underHeading = (list: string, read: ReadSentence): readonly Statement[] =>
  isClause(list) || endsInHolder(list) ? read(list) : [{ kind: "mention", list }];

/** Reads a label that names the owner of the list: `Order line of an order: SKU, amount`. */
function attributesOf({ name, owner, list, read }: Label): readonly Statement[] {
  const parts = phraseAt(tokensOf(name.replace(/\([^)]*\)/, "")), 0)?.parts ?? [];
  const around = linked(owner, parts);
  return isClause(list)
    ? [...around, ...read(list)]
    : [...around, { kind: "attributes", owner, list, labelled: true }];
}
