import { listed } from "../../lib/index.ts";
import type { Files } from "../../workspace/index.ts";
import { checkResources } from "../check.ts";
import type { ApiDefinition, Reading } from "../definition.ts";
import { entryFor, readEntry } from "../lexicon/index.ts";
import { link, type LooseResource } from "../link.ts";
import { resourceNames, spell, wordsOf, type Names } from "../name-spelling.ts";
import { readField } from "../notation.ts";
import { serve } from "../serve.ts";
import { fromProject } from "./project/index.ts";

/** The resources that a name stands for, and what to tell the user about it. */
interface Found {
  readonly resources: readonly LooseResource[];
  readonly assumed: readonly string[];
  readonly ignored: readonly string[];
}

/** Returns the resource as the project declares it. */
async function declared(names: Names, files: Pick<Files, "find" | "tryRead">): Promise<Found | undefined> {
  const found = await fromProject(names, files);
  if (!found) return undefined;
  return {
    resources: [found.resource],
    assumed: [`${names.pascal} is read from ${found.where}.`],
    ignored: found.ignored.map((member) => `${names.pascal}.${member} can't be stored, so it is ignored.`),
  };
}

function fromLexicon(name: string): Found | undefined {
  const known = entryFor(name);
  if (known === undefined) return undefined;
  const { resource, brings } = readEntry(known, name);
  const others = brings.map((other) => readEntry(other).resource);
  const renamed = others.map((other) => ({
    ...other,
    relations: other.relations.map((relation) =>
      relation.resource === known ? { ...relation, resource: name } : relation,
    ),
  }));
  return {
    resources: [resource, ...renamed],
    assumed: [
      ...(known === name ? [] : [`${name} is described like ${known}.`]),
      ...(brings.length ? [`${name} comes with ${listed(brings)}, which has no meaning without it.`] : []),
    ],
    ignored: [],
  };
}

const pascal = (name: string): string => spell(wordsOf(name)).pascal;

/** Returns a resource with a name and a description; `sourceName` is the name as the user wrote it. */
function fromNothing({ pascal: name, plural: { pascal: plural } }: Names, sourceName: string): Found {
  const fields = [readField("name", "string required 1..200"), readField("description", "text")];
  return {
    resources: [{ name, plural, fields, relations: [], actions: [], unique: [] }],
    assumed: [
      ...(pascal(sourceName) === name ? [] : [`${pascal(sourceName)} is read as more than one ${name}.`]),
      `Nothing is known about ${name}: it gets a name and a description; press e to say more.`,
    ],
    ignored: [],
  };
}

/**
 * Returns a resource from its name alone: as generated `before`, else as the project declares it, else from the
 * lexicon, else with a name and a description.
 * @throws UserError `bad_name` for what can't name a resource
 */
export async function fromName(
  name: string,
  files: Pick<Files, "find" | "tryRead">,
  before?: ApiDefinition,
): Promise<Reading> {
  const names = resourceNames(name);
  const there = before?.resources.filter((resource) => resource.name === names.pascal) ?? [];
  if (before && there.length) return { api: { ...before, resources: there }, assumed: [], ignored: [] };
  const found = (await declared(names, files)) ?? fromLexicon(names.pascal) ?? fromNothing(names, name);
  const resources = link(found.resources);
  checkResources(resources);
  return { api: serve(resources), assumed: found.assumed, ignored: found.ignored };
}
