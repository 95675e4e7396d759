import { UserError } from "../../lib/index.ts";
import type { Resource } from "../definition.ts";
import type { LooseResource } from "../link.ts";
import { map, type Draft } from "./draft.ts";
import type { Form } from "./form.ts";
import { mark, phrases, resourcesOf } from "./meaning.ts";
import { find, resourceNamed, target, type Target } from "./targets.ts";

/** Members of a resource, and what stores them: fields and foreign keys. */
interface Group {
  readonly of: string;
  readonly members: readonly string[];
  readonly columns: readonly string[];
}

const within = (phrase: string, of: string): string => (/ of /i.test(phrase) ? phrase : `${phrase} of ${of}`);

/** Returns what stores a member; undefined for a list. */
function columnOf(member: Target, resources: readonly Resource[]): string | undefined {
  const { relations = [] } = resources.find(({ name }) => name === member.resource) ?? {};
  const relation = relations.find(({ name }) => name === member.name);
  if (relation) return relation.kind === "belongs-to" ? relation.field : undefined;
  return member.kind === "field" ? member.name : undefined;
}

/** Returns the resource that a subject names, or the one that stores all these members; undefined if there is none. */
function resourceWith(draft: Draft, subject: string, members: readonly string[]): string | undefined {
  const resources = resourcesOf(draft);
  const named = resourceNamed(subject, resources);
  if (named) return named.name;
  const [first = ""] = phrases(subject, "");
  const fitting = find(first, resources).filter(({ resource }) =>
    members.every((member) =>
      find(within(member, resource), resources).some((found) => columnOf(found, resources) !== undefined),
    ),
  );
  return fitting.length > 1 ? target(first, resources, ["field", "relation"]).resource : fitting[0]?.resource;
}

/** Reads `a post` and `author and title`, or `title` and `author`; undefined if the subject is neither. */
function groupOf(draft: Draft, subject: string, list: string): Group | undefined {
  const resources = resourcesOf(draft);
  const own = resourceNamed(subject, resources) ? [] : phrases(subject, "");
  const members = [...phrases(list, ""), ...own].map((phrase) => phrase.replace(/^(?:an?|the|each) /i, ""));
  const of = resourceWith(draft, subject, members);
  if (of === undefined) return undefined;
  const columns = members.map((member) => {
    const found = target(within(member, of), resources, ["field", "relation"]);
    return columnOf(found, resources) ?? refuseList(found);
  });
  return { of, members, columns: [...new Set(columns)] };
}

function refuseList({ resource, name }: Target): never {
  throw new UserError(
    "bad_unique",
    `${resource}.${name} is a list, so it can't be part of a unique combination.`,
    `Name fields of ${resource}, or records that it belongs to.`,
  );
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join() === other.toSorted().join();

type Unique = LooseResource["unique"];

/** Reads a sentence about a group: a single member is unique by itself, others in the resource's combinations. */
const reading =
  (unique: boolean, edit: (all: Unique, group: Group) => Unique): Form["read"] =>
  ([subject = "", list = ""], draft) => {
    const group = groupOf(draft, subject, list);
    if (!group) return undefined;
    const { of, members, columns } = group;
    if (columns.length === 1) return { draft: mark(draft, within(members[0] ?? "", of), { unique }) };
    return { draft: map(draft, of, (resource) => ({ ...resource, unique: edit(resource.unique, group) })) };
  };

/** Makes members unique together: `a post is unique per author and title`, `title is unique per author`. */
export const together = reading(true, (all, { columns }) =>
  all.some((names) => isSame(names, columns)) ? all : [...all, columns],
);

/** Allows equal combinations again: `title is no longer unique per author`. */
export const apart = reading(false, (all, { of, columns }) => {
  const others = all.filter((names) => !isSame(names, columns));
  if (others.length === all.length)
    throw new UserError(
      "unknown_name",
      `${of} has no unique combination of ${columns.join(" and ")}.`,
      `It has ${all.map((names) => names.join(" and ")).join("; ") || "none"}.`,
    );
  return others;
});

/** Makes members unique together that are named in one list: `title and author are unique together`. */
export const combined: Form["read"] = ([list = "", of], draft) => {
  const [first = "", ...others] = phrases(list, of ?? "");
  return others.length ? together([first, others.join(", ")], draft) : undefined;
};
