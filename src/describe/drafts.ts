import {
  type FieldDraft,
  type RelationDraft,
  type ResourceDraft,
  namesFrom,
  spell,
  wordsOf,
} from "../api/index.ts";
import { participleOf } from "../language/index.ts";
import type { Expressed } from "./account.ts";
import { isMadeBy, plainDeeds, recordNames } from "./actions.ts";
import { keyOf, type Nouns } from "./evidence.ts";
import { isDone, type Noun } from "./nouns.ts";
import { isScalar } from "./vocabulary.ts";

/** The name of a resource from its key: `order line` → OrderLine. */
export const pascal = (key: string): string => spell(key.split(" ")).pascal;

/** The resources of a description by key, while it is read. */
export class Drafts {
  readonly resources = new Map<string, ResourceDraft>();
  readonly #alias = new Map<string, string>();
  /** The verbs that facts express. */
  readonly expressed: Expressed[] = [];
  #stated = 0;

  constructor(entities: ReadonlyMap<string, Noun>, nouns: Nouns) {
    const entitiesKept = new Map(entities);
    // `session` is the parking session if only one of them has attributes.
    for (const key of entities.keys()) {
      const longer = [...entitiesKept.keys()].filter((other) => other !== key && other.endsWith(` ${key}`));
      if (longer.length !== 1 || !longer[0]) continue;
      const [a, b] = [key, longer[0]];
      const has = (name: string): boolean =>
        (nouns.evidence.get(name) ?? []).some(
          ({ why, weight }) => weight >= 2 && /attributes|have/.test(why),
        );
      if (has(a) && has(b)) continue;
      const mentions = nouns.evidence.get(b)?.length ?? 0;
      const [gone, main] = has(a) && mentions < 3 ? [b, a] : [a, b];
      entitiesKept.delete(gone);
      this.#alias.set(gone, main);
    }
    for (const key of entitiesKept.keys())
      this.resources.set(key, { name: pascal(key), fields: [], relations: [], actions: [], together: [] });
  }

  /** Remembers that a verb became a fact, if reading it states one. */
  express(verb: Expressed, read: () => void): void {
    const size = (): number =>
      [...this.resources.values()].reduce((sum, { fields }) => sum + fields.length, this.#stated);
    const before = size();
    read();
    if (size() > before) this.expressed.push(verb);
  }

  /** The key of the resource that a noun names. */
  find(noun: (Pick<Noun, "words"> & Partial<Noun>) | undefined): string | undefined {
    if (!noun) return undefined;
    const key = keyOf(noun);
    const direct = this.#alias.get(key) ?? key;
    if (this.resources.has(direct)) return direct;
    const longer = [...this.resources.keys()].filter((other) => other.endsWith(` ${key}`));
    if (longer.length === 1 && (!isScalar(noun.words) || noun.plural)) return longer[0];
    const last = noun.words.at(-1) ?? "";
    if (isDone(last) && noun.words.length > 1) return this.find({ words: noun.words.slice(0, -1) });
    const short = this.#alias.get(last) ?? last;
    return noun.words.length > 1 && this.resources.has(short) && !isScalar(noun.words) ? short : undefined;
  }

  relate(from: string, draft: RelationDraft): void {
    const relations = this.resources.get(from)?.relations;
    if (!relations) return;
    this.#stated += 1;
    const isKnown = relations.some(
      ({ kind, target, name }) =>
        kind === draft.kind && target === draft.target && (draft.name === undefined || name === draft.name),
    );
    if (!isKnown) relations.push(draft);
  }

  #has(key: string, other: string, only?: RelationDraft["kind"]): boolean {
    const isMeant = ({ kind, target }: RelationDraft): boolean =>
      target === pascal(other) && (only === undefined || kind === only);
    return this.resources.get(key)?.relations.some(isMeant) === true;
  }

  areRelated(from: string, to: string): boolean {
    return this.#has(from, to) || this.#has(to, from);
  }

  /** Whether a resource stores the key of another. */
  isPartOf(from: string, to: string): boolean {
    const isMany = this.#has(to, from, "hasMany");
    const isMutual = isMany && this.#has(from, to, "hasMany");
    const isShared = isMutual || this.#has(from, to, "manyToMany") || this.#has(to, from, "manyToMany");
    return !isShared && (isMany || this.#has(from, to, "belongsTo"));
  }

  belongs(from: string, to: string, optional = false): void {
    this.relate(from, { kind: "belongsTo", target: pascal(to), ...(optional ? { optional: true } : {}) });
  }

  hasMany(from: string, to: string): void {
    this.relate(from, { kind: "hasMany", target: pascal(to) });
  }

  manyToMany(from: string, to: string): void {
    this.relate(from, { kind: "manyToMany", target: pascal(to) });
  }

  /** `users follow each other`: adds the followed users of a user, and the followers. */
  eachOther(key: string, verb: string): void {
    const did = participleOf(verb);
    this.relate(key, {
      kind: "manyToMany",
      target: pascal(key),
      name: spell([did, ...wordsOf(namesFrom(pascal(key)).plural.pascal)]).camel,
      inverse: spell([did, "by"]).camel,
    });
  }

  fieldsOf(key: string | undefined): FieldDraft[] {
    return this.resources.get(key ?? "")?.fields ?? [];
  }

  /** The resource of the records that an act creates: book → a booking, inspect → an inspection. */
  recordOf(deed: string): string | undefined {
    const named = recordNames(deed)
      ?.map((word) => this.find({ words: word.split(" ") }))
      .find((key) => key !== undefined);
    if (named ?? this.resources.has(deed)) return named ?? deed;
    return [...this.resources.keys()].find((key) => isMadeBy(key.split(" ").at(-1) ?? "", deed));
  }

  act(owner: string, verb: string): void {
    const name = spell(
      verb
        .toLowerCase()
        .split(/[\s-]+/)
        .filter(Boolean),
    ).camel;
    const actions = this.resources.get(owner)?.actions;
    if (actions && name && !plainDeeds.test(verb.toLowerCase()) && !actions.includes(name))
      actions.push(name);
  }
}
