import {
  type Choice,
  isPerson,
  type RelationDraft,
  type ResourceDraft,
  spell,
  wordsOf,
} from "../api/index.ts";
import { plural, singular } from "../language/index.ts";
import { capital } from "../lib/index.ts";

interface Alternative extends Choice {
  /** Changes the drafts to the other reading. */
  apply(): void;
}

/** Maximum number of questions; nobody would answer more. */
const mostChoices = 3;

/** Names of things that mark or classify records, and are seldom owned by a single one. */
const shared =
  /^(?:tag|label|categor(?:y|ie)|topic|genre|skill|ingredient|keyword|interest|amenit(?:y|ie)|course)s?$/;

/** Names of fields that distinguish the parts of one whole, and may repeat in another. */
const localNames = /^(?:name|code|number|title|slug|label|position)$/i;

const spacedName = (name: string): string => wordsOf(name).join(" ").toLowerCase();
const many = (name: string): string => plural(singular(spacedName(name)));

const isShareable = (name: string): boolean => {
  const last = spacedName(name).split(" ").at(-1) ?? "";
  return shared.test(last) || isPerson(last);
};

/** `a course has students` doesn't say how many courses a student has. */
function relationChoice(owner: ResourceDraft, relation: RelationDraft): Alternative | undefined {
  if (relation.kind !== "hasMany" || !isShareable(relation.target)) return undefined;
  const [a, b] = [spacedName(owner.name), spacedName(relation.target)];
  return {
    id: `many ${owner.name} ${relation.target}`,
    taken: `One ${a} has many ${many(b)}, and each ${singular(b)} belongs to one ${a}.`,
    other: `${many(a)} and ${many(b)} are many to many`,
    apply: () => {
      owner.relations[owner.relations.indexOf(relation)] = { kind: "manyToMany", target: relation.target };
    },
  };
}

/** `a room has a unique code and belongs to a hotel`: unique among all rooms, or among those of its hotel. */
function uniqueChoices(resource: ResourceDraft, wholes: readonly string[]): readonly Alternative[] {
  const [whole, ...more] = wholes;
  if (whole === undefined || more.length > 0) return [];
  return resource.fields
    .filter(({ name, unique, within }) => unique === true && within === undefined && localNames.test(name))
    .map((field) => ({
      id: `unique ${resource.name} ${field.name}`,
      taken: `No two ${many(resource.name)} have the same ${spacedName(field.name)}.`,
      other: `the ${spacedName(field.name)} is unique within its ${spacedName(whole)}`,
      apply: () => {
        field.within = whole;
      },
    }));
}

/** `a post has links`: a list of texts in the post, or records. */
function listChoices(resource: ResourceDraft, drafts: ResourceDraft[]): readonly Alternative[] {
  const targetOf = (name: string): string => spell(wordsOf(singular(name))).pascal;
  return resource.fields
    .filter(({ type, values }) => type === "array" && !values)
    .filter(({ name }) => !drafts.some((draft) => draft.name === targetOf(name)))
    .map((field) => ({
      id: `list ${resource.name} ${field.name}`,
      taken: `The ${spacedName(field.name)} of a ${spacedName(resource.name)} are a list of texts.`,
      other: `they are records of their own, each with a name`,
      apply: () => {
        const target = targetOf(field.name);
        resource.fields.splice(resource.fields.indexOf(field), 1);
        resource.relations.push({ kind: "hasMany", target });
        drafts.push({ name: target, fields: [{ name: "name", type: "string" }], relations: [], actions: [] });
      },
    }));
}

/** The wholes of each resource, whichever side states the relation. */
function wholesOf(resource: ResourceDraft, all: readonly ResourceDraft[]): readonly string[] {
  const parents = resource.relations.filter(({ kind }) => kind === "belongsTo").map(({ target }) => target);
  const owners = all
    .filter(({ relations }) =>
      relations.some(({ kind, target }) => kind === "hasMany" && target === resource.name),
    )
    .map(({ name }) => name);
  return [...new Set([...parents, ...owners])].filter((name) => name !== resource.name);
}

/**
 * Returns the alternative readings, at most the three that matter most.
 * @param others ids of choices whose other reading is wanted: the drafts are changed to it
 */
export function chooseReadings(drafts: ResourceDraft[], others: ReadonlySet<string>): readonly Choice[] {
  const found = [
    ...drafts.flatMap((draft) =>
      draft.relations.flatMap((relation) => relationChoice(draft, relation) ?? []),
    ),
    ...drafts.flatMap((draft) => uniqueChoices(draft, wholesOf(draft, drafts))),
    ...drafts.flatMap((draft) => listChoices(draft, drafts)),
  ].slice(0, mostChoices);
  return found.map(({ id, taken, other, apply }) => {
    if (!others.has(id)) return { id, taken, other };
    apply();
    return { id, taken: `${capital(other)}.`, other: taken.charAt(0).toLowerCase() + taken.slice(1, -1) };
  });
}
