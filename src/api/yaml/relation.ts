import { UserError } from "../../lib/index.ts";
import type { Relation } from "../definition.ts";
import type { LooseRelation } from "../link.ts";
import { memberName, namesFrom, resourceNames } from "../name-spelling.ts";

const kinds = {
  "belongs to": "belongs-to",
  "has many": "has-many",
  "has one": "has-one",
  "many to many": "many-to-many",
} as const;

const head = /^(belongs to|has many|has one|many to many)\s+([A-Za-z][\w-]*)\s*$/;

type Draft = { -readonly [K in keyof LooseRelation]: LooseRelation[K] };

const settings: readonly { readonly at: RegExp; set(draft: Draft, word: string): void }[] = [
  { at: /^optional$/, set: (draft) => (draft.optional = true) },
  { at: /^unique$/, set: (draft) => (draft.unique = true) },
  { at: /^soft$/, set: (draft) => (draft.soft = true) },
  {
    at: /^on delete (cascade|restrict|set-null)$/,
    set: (draft, word) => (draft.onDelete = word as NonNullable<LooseRelation["onDelete"]>), // the pattern allows only these
  },
  { at: /^inverse ([A-Za-z][\w-]*)$/, set: (draft, word) => (draft.inverse = memberName(word, "relation")) },
  { at: /^was\(\s*([A-Za-z][\w-]*)\s*\)$/, set: (draft, word) => (draft.was = memberName(word, "relation")) },
  { at: /^field ([A-Za-z][\w-]*)$/, set: (draft, word) => (draft.field = memberName(word, "field")) },
];

/**
 * Reads a relation in short notation: `belongs to Project, optional, on delete cascade, inverse tasks`.
 * @throws UserError naming the part that is not understood
 */
export function readRelation(name: string, text: string): LooseRelation {
  const [start = "", ...rest] = text.split(",").map((part) => part.trim());
  const match = head.exec(start);
  if (!match)
    throw new UserError(
      "bad_relation",
      `${JSON.stringify(start.slice(0, 60))} is not a relation.`,
      "Write `belongs to Project`, `has many Comment`, `has one Profile` or `many to many Tag`.",
    );
  const kind = kinds[match[1] as keyof typeof kinds]; // the pattern allows only these
  const draft: Draft = {
    kind,
    name: memberName(name, "relation"),
    resource: resourceNames(match[2] ?? "").pascal,
  };
  for (const part of rest) {
    const setting = settings.find(({ at }) => at.test(part));
    if (!setting)
      throw new UserError(
        "bad_relation",
        `${JSON.stringify(part.slice(0, 60))} is not understood in a relation.`,
        "It can be optional, unique, soft, `on delete cascade`, `on delete restrict`, `on delete set-null`, `inverse name`, `field name`, `was(name)`.",
      );
    setting.set(draft, setting.at.exec(part)?.[1] ?? "");
  }
  return draft;
}

/** Returns the notation of a linked relation; undefined if the other side says it all. */
export function writeRelation(relation: Relation, listed: ReadonlySet<string>): string | undefined {
  const soft = relation.soft ? ", soft" : "";
  const was = relation.was === undefined ? "" : `was(${relation.was})`;
  if (relation.kind === "has-many")
    return relation.soft || !listed.has(relation.resource)
      ? `has many ${relation.resource}, field ${relation.field}${soft}`
      : undefined;
  if (relation.kind === "many-to-many") {
    if (!relation.owner) return undefined;
    const field =
      relation.field === `${namesFrom(relation.name).camel}Ids` ? "" : `, field ${relation.field}`;
    const inverse = relation.inverse ? `, inverse ${relation.inverse}` : "";
    return `many to many ${relation.resource}${field}${inverse}${soft}${was && `, ${was}`}`;
  }
  const usual = relation.optional ? "set-null" : "restrict";
  return [
    `belongs to ${relation.resource}`,
    relation.optional ? "optional" : "",
    relation.unique ? "unique" : "",
    relation.field === `${relation.name}Id` ? "" : `field ${relation.field}`,
    relation.onDelete === usual ? "" : `on delete ${relation.onDelete}`,
    relation.inverse ? `inverse ${relation.inverse}` : "",
    relation.soft ? "soft" : "",
    was,
  ]
    .filter(Boolean)
    .join(", ");
}
