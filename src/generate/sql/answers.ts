import { belongsTo, fillOf, isNullable, type Field, type Resource } from "../../api/index.ts";
import type { Json } from "../../lib/index.ts";
import type { GeneratedFile } from "../contracts.ts";

/** Returns the reason why a migration stops, as text after the column's name. */
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

export const whyUnmet = (target: string): string =>
  `refers to records of ${target} that are not there: take this back with /undo, and let it be optional and empty until they are`;

export const whyBroken = (broken: string): string =>
  `has values ${broken}, which are allowed no more: change these, or take the rule back with /undo`;

/** Returns the condition that some rows have equal values. */
export const alike = (columns: readonly string[]): string =>
  `${columns.map((column) => `${column} is not null`).join(" and ")} group by ${columns.join(", ")} having count(*) > 1`;

/** New value for records that contain a value no longer allowed (`oldValue`), or none where one is required. */
interface Answer {
  readonly oldValue: string | undefined;
  readonly value: Json;
}

/** Returns what a field defines for rows that would stop a migration. */
export function answersOf(field: Field): readonly Answer[] {
  const fill = isNullable(field) ? undefined : fillOf(field);
  return [
    ...Object.entries(field.map ?? {}).map(([oldValue, value]) => ({ oldValue, value })),
    ...(fill === undefined ? [] : [{ oldValue: undefined, value: fill }]),
  ];
}

/** Escapes SQL for a triple-quoted Python string. */
export const inPython = (sql: string): string => sql.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');

/** Returns SQL as a triple-quoted Python string, line by line. */
export const inThreeQuotes = (sql: string): string => `"""\\\n${inPython(sql).trimEnd()}\n"""`;

/** Escapes SQL for a JavaScript template. */
export const inTemplate = (sql: string): string => sql.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);

const writers: readonly (readonly [ending: string, written: (sql: string) => string])[] = [
  [".sql", (sql) => sql],
  [".py", inPython],
];

/**
 * Returns a migration whose failing steps now do what the definition says. Databases that already ran it had no such
 * rows, so the new steps would have changed nothing there.
 */
export function answered(file: GeneratedFile, answers: ReadonlyMap<string, string>): GeneratedFile {
  const written = writers.find(([ending]) => file.path.endsWith(ending))?.[1] ?? inTemplate;
  let { text } = file;
  for (const [stop, give] of answers) text = text.replaceAll(written(stop), () => written(give));
  return { ...file, text };
}
