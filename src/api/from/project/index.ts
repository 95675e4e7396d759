import { UserError } from "../../../lib/index.ts";
import type { Files } from "../../../workspace/index.ts";
import type { Field } from "../../definition.ts";
import type { LooseResource } from "../../link.ts";
import { matches } from "../../match.ts";
import { memberName, type Names } from "../../name-spelling.ts";
import { readRelation } from "../../yaml/relation.ts";
import { fieldOf, type Declared, type Source } from "./found.ts";
import { prisma } from "./prisma.ts";
import { pydantic } from "./pydantic.ts";
import { sql } from "./sql.ts";
import { typescript } from "./typescript.ts";
import { zod } from "./zod.ts";

/** The most detailed kinds first. */
const sources: readonly Source[] = [prisma, sql, zod, pydantic, typescript];

/** Limits of the search: files of one kind, and characters per file. */
const limits = { files: 4000, characters: 500_000 } as const;

const ownOutput = /(^|\/)(\.antiphon|node_modules|dist|build|migrations\/meta)\//;

/** A resource as the project declares it, its location, and its members that can't be stored. */
export interface Found {
  readonly resource: LooseResource;
  readonly where: string;
  readonly ignored: readonly string[];
}

/** Reads each member, and skips those that the notation can't express. */
function each<Given, T>(
  files: Readonly<Record<string, Given>>,
  read: (name: string, value: Given) => T,
  ignored: string[],
): readonly T[] {
  return Object.entries(files).flatMap(([name, value]) => {
    try {
      return [read(name, value)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      ignored.push(name);
      return [];
    }
  });
}

/** Drops a default that the field's own rules refuse: what the code does with it is unknown. */
function sound(field: Field): Field {
  const { default: value, ...rest } = field;
  return value === undefined || matches(field.schema, value) ? field : { ...rest, required: false };
}

function resourceOf(
  declared: Declared,
  names: Names,
): { readonly resource: LooseResource; readonly ignored: readonly string[] } {
  const ignored = [...declared.ignored];
  const fields = each(declared.fields, (_, member) => sound(fieldOf(member)), ignored);
  const relations = each(declared.relations, readRelation, ignored);
  const unique = declared.unique.map((together) => together.map((name) => memberName(name, "field")));
  const resource = {
    name: names.pascal,
    plural: names.plural.pascal,
    fields,
    relations,
    actions: [],
    unique,
  };
  return { resource, ignored };
}

/** Whether a file belongs to another generated project below this one, so that it is a copy and not the source. */
async function isGenerated(path: string, files: Pick<Files, "tryRead">): Promise<boolean> {
  const folders = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= folders.length; depth++) {
    const record = `${folders.slice(0, depth).join("/")}/.antiphon/generated/index.json`;
    for (const name of [`${record}.base`, record])
      if ((await files.tryRead(name).catch(() => null)) !== null) return true;
  }
  return false;
}

/** Returns the resource of that name that a file of the project declares, if any. */
export async function fromProject(
  names: Names,
  files: Pick<Files, "find" | "tryRead">,
): Promise<Found | undefined> {
  const { pascal, camel, snake, plural } = names;
  const resourceNames = { pascal, camel, snake, tables: [plural.snake, snake, plural.camel, pascal] };
  for (const source of sources) {
    let searched = 0;
    for await (const path of files.find(source.glob)) {
      if (ownOutput.test(path) || (searched += 1) > limits.files) continue;
      const text = await files.tryRead(path).catch(() => null); // an unreadable file declares nothing
      const declared =
        text !== null && text.length < limits.characters ? source.read(text, resourceNames) : undefined;
      if (declared && (await isGenerated(path, files))) continue;
      if (declared) return { ...resourceOf(declared, names), where: `${source.what} in ${path}` };
    }
  }
  return undefined;
}
