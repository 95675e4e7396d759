import { isPerson } from "../api/index.ts";
import { baseVerb } from "./actions.ts";
import { pascal, type Drafts } from "./drafts.ts";
import { isAttributeList } from "./attributes.ts";
import { isMany, isQuantity, isReference, type Item, itemOf, itemsOf } from "./items.ts";
import { phraseAt } from "./lists.ts";
import { scopesIn } from "./merge.ts";
import { isDone, nounAt } from "./nouns.ts";
import { uniqueWithin } from "./pieces.ts";
import { tokensOf } from "./tokens.ts";

/** Reads a list of what a resource has: fields, and other resources as relations. */
export function addAttributes(drafts: Drafts, owner: string, list: string): void {
  const inner = /^(.*?\b([\w-]+)) with (.+)$/is.exec(list);
  const target = inner ? drafts.find(nounAt(tokensOf(inner[2] ?? ""))) : undefined;
  if (inner && target && target !== owner) {
    const [, before = "", , behind = ""] = inner;
    addAttributes(drafts, target, behind);
    addAttributes(drafts, owner, before);
  } else for (const item of itemsOf(list)) addItem(drafts, owner, item);
}

/** What an item of a list can be besides a field, most reliable first; each returns whether it applied. */
const relations = [addUnique, addReference, addHolder, addDeeds, addParent, addResource];

export function addItem(drafts: Drafts, owner: string, item: Item): void {
  if (drafts.resources.has(owner) && !relations.some((relation) => relation(drafts, owner, item)))
    addField(drafts, owner, item);
}

const behindParticiple = /^[a-z]+(?:ed|en|ld|de) (?:by|to|in|on|at|from)\b/i;
const behindPreposition = /^(?:belongs? to|linked to|by|for|in|on|at|of|about|between|fk)\b/i;

/** What names one of several: a record is unique by it rather than by an amount. */
const naming = /^(?:name|title|code|number|slug|label|reference)$|(?:Name|Title|Code|Number)$/;

/** Reads `unique per depot` of the field before it, and `unique per depot and day` of the record. */
function addUnique(drafts: Drafts, owner: string, { raw }: Item): boolean {
  if (!uniqueWithin.test(raw)) return false;
  const within = raw.replace(uniqueWithin, "");
  const scopes = scopesIn(within);
  const fields = drafts.fieldsOf(owner).filter(({ name }) => !scopes.includes(name));
  const last = fields.at(-1);
  const isText = last?.type === undefined || last.type === "string" || naming.test(last.name);
  const field = isText ? last : (fields.find(({ name }) => naming.test(name)) ?? last);
  if (field && scopes.length === 1) Object.assign(field, { unique: true, within });
  else drafts.resources.get(owner)?.together?.push(within);
  return true;
}

/** Reads `belongs to a depot`, `written by a clerk`: the owner. */
function addHolder(drafts: Drafts, owner: string, item: Item): boolean {
  if (!behindPreposition.test(item.raw) && !behindParticiple.test(item.raw)) return false;
  const isTwo = /^\w+ (?:to|by|in|on|at|from)\b/i.test(item.raw);
  const phrase = phraseAt(tokensOf(item.raw), isTwo ? 2 : 1);
  if (!drafts.find(phrase?.head)) return /^(?:belongs? to|owned by|fk)/i.test(item.raw);
  for (const noun of [phrase?.head, ...(phrase?.parts ?? [])]) {
    const other = drafts.find(noun);
    if (!other || other === owner) continue;
    const [verb = ""] = item.raw.toLowerCase().split(" ");
    drafts.express({ verb, nouns: noun?.words.slice(-1) ?? [] }, () =>
      drafts.belongs(owner, other, item.field.required === false),
    );
  }
  return true;
}

/** Reads `can be archived or shared`. */
function addDeeds(drafts: Drafts, owner: string, { raw }: Item): boolean {
  const actionList = /^can be (.+)$/i.exec(raw)?.[1];
  for (const verb of actionList?.split(/,|\band\b|\bor\b/) ?? []) drafts.act(owner, baseVerb(verb.trim()));
  return actionList !== undefined;
}

/** Reads `a parent folder`, in a folder. */
function addParent(drafts: Drafts, owner: string, { raw }: Item): boolean {
  const parent = /\bparent (\w+(?: \w+)?)/i.exec(raw)?.[1];
  if (!parent || drafts.find(nounAt(tokensOf(parent))) !== owner) return false;
  drafts.belongs(owner, owner, true);
  return true;
}

/** Reads `a category`, `several tags`, if these are resources. */
function addResource(drafts: Drafts, owner: string, item: Item): boolean {
  const { noun, field } = item;
  const target = isQuantity(item) ? undefined : drafts.find(noun);
  const named = isDone(noun?.words.at(-1) ?? "") ? noun?.words.slice(0, -1) : noun?.words;
  const isWhole = named?.length === target?.split(" ").length;
  const asks = /^which /i.test(item.raw);
  if (!target || !(isWhole || isMany(item)) || (asks && target === owner)) return false;
  // `which players came`: some of those that exist anyway
  if (isMany(item) && asks) drafts.manyToMany(owner, target);
  else if (isMany(item)) drafts.hasMany(owner, target);
  else if (noun?.single && !isPerson(target.split(" ").at(-1) ?? ""))
    drafts.relate(owner, { kind: "hasOne", target: pascal(target) });
  else drafts.belongs(owner, target, field.required === false);
  if (item.inner && noun && isAttributeList(item.inner, noun)) addAttributes(drafts, target, item.inner);
  return true;
}

/** Reads `owner_id (fk)`, `manager -> people`. */
function addReference(drafts: Drafts, owner: string, { raw, noun, field }: Item): boolean {
  const bare = raw.replace(/^(?:an?|the) |\([^)]*,.*$/gi, "");
  if (!isReference(raw) && !/.\bfk\b|.\breference\b|.\bref\b/i.test(bare)) return false;
  const arrow = /(?:->|→) ?([\w ]+)/.exec(raw)?.[1]?.replace(/^people\b/i, "person");
  const named = arrow === undefined ? undefined : drafts.find(nounAt(tokensOf(arrow)));
  const words = (noun?.words ?? []).filter((word) => !/^(?:ref|fk|reference|id)$/.test(word));
  const target = named ? named : words.length > 0 ? (drafts.find({ words }) ?? words.join(" ")) : undefined;
  if (target) drafts.belongs(owner, target, field.required === false);
  return target !== undefined;
}

function addField(drafts: Drafts, owner: string, { field, tail }: Item): void {
  const fields = drafts.fieldsOf(owner);
  const { name } = field;
  const index = fields.findIndex((other) => other.name === name);
  if (index === -1) fields.push({ ...field });
  else fields[index] = { ...field, ...fields[index], name };
  const moment = /^(?:at|on) (?:an?|the) (?:\w+ )?(time|date|day)$/i.exec(tail)?.[1];
  const more = moment ? itemOf(moment) : undefined;
  if (more) addItem(drafts, owner, more);
}
