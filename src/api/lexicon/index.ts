import type { LooseResource } from "../link.ts";
import { namesFrom } from "../name-spelling.ts";
import { parseSource, type Reader } from "../yaml/document.ts";
import { readResources } from "../yaml/read.ts";
import commerce from "./commerce.ts";
import content from "./content.ts";
import places from "./places.ts";
import society from "./society.ts";
import technology from "./technology.ts";
import work from "./work.ts";
import { inTable, rememberedText, wordTable } from "../../lib/index.ts";

/** Synonyms of words in the lexicon; the resource keeps the word that was asked for. */
const synonyms = wordTable(`
  Activity Task, Admin User, Advert Campaign, Applicant Candidate, Arrangement Booking, Bill Invoice, Buyer Customer,
  Car Vehicle, Chat Conversation, Client Customer, Complaint Ticket, Film Movie, Friend Contact, Group Team, Help Faq,
  Item Product, Lecture Lesson, Medicine Medication, Merchant Supplier, Opportunity Deal, Package Parcel, Physician Doctor,
  Picture Image, Purchase Order, Rental Booking, Sale Order, Section Category, Show Series, Story Article, Todo Task,
  Topic Category, Track Song, Truck Vehicle, Vendor Supplier, Worker Employee`);

const entries = new Map<string, string>();
for (const group of [commerce, content, places, society, technology, work]) {
  for (const match of group.matchAll(/^([A-Z][A-Za-z]+):\n((?: .*\n)+)/gm))
    entries.set(match[1] ?? "", match[2] ?? "");
}

/** The lexicon's definition of a resource, and the other resources that it needs. */
export interface Entry {
  readonly resource: LooseResource;
  readonly brings: readonly string[];
}

/** Lower-case words that the lexicon uses. */
export const lexiconWords: ReadonlySet<string> = new Set(
  [...entries]
    .flatMap(([name, body]) => `${name} ${body}`.match(/[A-Z]?[a-z]{3,}/g) ?? [])
    .map((word) => word.toLowerCase()),
);

export const lexiconNames: readonly string[] = [...entries.keys()].sort();

/** Returns the entry for a name: its own, a synonym's, or that of its last word (`SalesOrder`: Order). */
export function entryFor(name: string): string | undefined {
  const words = name.match(/[A-Z][a-z\d]*/g) ?? [];
  return [name, words.at(-1) ?? ""]
    .map((candidate) => (entries.has(candidate) ? candidate : inTable(synonyms, candidate)))
    .find((candidate) => candidate !== undefined);
}

/** Returns the relations of an entry to others. */
export const usualRelations = rememberedText((entry) => readEntry(entry).resource.relations);

/** Reads an entry, optionally under another name. */
export function readEntry(entry: string, name = entry): Entry {
  const text = `${name}:\n${entries.get(entry) ?? ""}`;
  const source = parseSource(text.replace(/^  brings: .*\n/m, ""), `the lexicon's ${entry}`);
  const root: Reader = { source, path: [], value: source.value };
  const brings = /^  brings: \[(.*)\]$/m.exec(text)?.[1]?.split(/,\s*/) ?? [];
  const [first] = readResources(root);
  if (!first) throw new Error(`The lexicon's ${entry} is empty.`);
  const [resource] = first;
  const self = (target: string): string => (target === entry ? name : target);
  return {
    resource: {
      ...resource,
      plural: namesFrom(name).plural.pascal,
      relations: resource.relations.map((relation) => ({ ...relation, resource: self(relation.resource) })),
    },
    brings,
  };
}
