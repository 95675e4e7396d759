import { belongsTo, fillOf, isNullable, type Field, type Resource } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import type { GeneratedFile } from "../contracts.ts";

/** Why a migration stops, behind the name of the column. */
export const whyLacking = (resource: Resource, { name }: Field): string => {
  const isReference = belongsTo(resource).some(({ field }) => field === name);
  const remedy = isReference
    ? "take this back with /undo, and let it be optional until they have one"
    : "give them a value, or say fill: in api.yaml and run /api-gen";
  return `is required now, and there are records without it: ${remedy}`;
};

export const whyHolding = (value: string): string =>
  `holds ${value}, which is allowed no more: say in api.yaml what it becomes, with map:, and run /api-gen`;

export const whyAlike =
  "is unique now, and there are records with the same value: change these, or take the rule back with /undo";

/** The condition that some rows have the same values. */
export const alike = (columns: readonly string[]): string =>
  `${columns.map((column) => `${column} is not null`).join(" and ")} group by ${columns.join(", ")} having count(*) > 1`;

/** What records get that hold a value which is allowed no more (`held`), or none where one is required. */
interface Answer {
  readonly held: string | undefined;
  readonly value: Json;
}

/** What a field says about rows that stop a migration. */
export function answersOf(field: Field): readonly Answer[] {
  const fill = isNullable(field) ? undefined : fillOf(field);
  return [
    ...Object.entries(field.map ?? {}).map(([held, value]) => ({ held, value })),
    ...(fill === undefined ? [] : [{ held: undefined, value: fill }]),
  ];
}

/** SQL as it stands between three quotes of Python. */
export const inPython = (sql: string): string => sql.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');

/** SQL between three quotes of Python, line by line. */
export const inThreeQuotes = (sql: string): string => `"""\\\n${inPython(sql).trimEnd()}\n"""`;

/** SQL as it stands in a template of JavaScript. */
export const inTemplate = (sql: string): string => sql.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);

const writers: readonly (readonly [ending: string, written: (sql: string) => string])[] = [
  [".sql", (sql) => sql],
  [".py", inPython],
];

/**
 * A migration in which steps that stop do what the definition says by now. A database that it ran on before had no
 * such rows, so there the new steps would have changed nothing.
 */
export function answered(file: GeneratedFile, answers: ReadonlyMap<string, string>): GeneratedFile {
  const written = writers.find(([ending]) => file.path.endsWith(ending))?.[1] ?? inTemplate;
  let { text } = file;
  for (const [stop, give] of answers) text = text.replaceAll(written(stop), () => written(give));
  return { ...file, text };
}
