import {
  definitionFromYaml,
  definitionSchema,
  isSpecification,
  newDefinitionFile,
  settingsIn,
  updateDefinitionFile,
  type ApiDefinition,
  type Settings,
} from "../api/index.ts";
import { firstOf, listed, UserError, usageError } from "../lib/index.ts";
import type { Change, Files } from "../workspace/index.ts";
import { isMoved, type Baseline } from "./baseline.ts";
import { flags, roles, type Asked } from "./choose.ts";
import { isMigration } from "./merge.ts";
import { databaseNames, frameworkNames, testFrameworkNames, variants, type Variant } from "./variants.ts";

/** The definition of a project, at its root: the single source of what is generated. */
export const definitionFile = "api.yaml";
// Formatters of a project leave files with this suffix alone; the name without it is that of earlier versions.
const schemaFile = ".antiphon/api.schema.json.base";
const schemaFiles = [schemaFile, schemaFile.replace(".base", "")];

const settingsOf = ({ framework, database, testFramework }: Omit<Variant, "ecosystem">): Settings => ({
  framework,
  db: database,
  "test-framework": testFramework,
});

/** The contents of a project's definition file. */
export interface Definition {
  readonly api: ApiDefinition;
  readonly text: string;
  /** The target of the code; undefined members are not set. */
  readonly target: Asked;
}

export const targetIn = (text: string, path: string): Asked => {
  const settings = settingsIn(text, path);
  return {
    framework: settings.framework,
    database: settings.db,
    testFramework: settings["test-framework"],
  };
};

/**
 * Reads the definition file of a project; undefined if it doesn't exist or is a specification.
 * @param before the API the code is generated from, which renames refer to
 * @throws UserError with line and column of what is not understood
 */
export async function readDefinition(
  files: Files,
  before: ApiDefinition | undefined,
): Promise<Definition | undefined> {
  const text = await files.tryRead(definitionFile);
  if (text === null || isSpecification(text)) return undefined;
  return {
    text,
    api: definitionFromYaml(text, definitionFile, before),
    target: targetIn(text, definitionFile),
  };
}

/** Returns what the flags ask for, else settings of the file that differ from the recorded target. */
export function withSettings(choice: Asked, stated: Asked | undefined, recorded: Asked | undefined): Asked {
  const either = (role: keyof Asked): string | undefined =>
    choice[role] ?? (stated?.[role] === recorded?.[role] ? undefined : stated?.[role]);
  return {
    framework: either("framework"),
    database: either("database"),
    testFramework: either("testFramework"),
  };
}

/** Returns a sentence that says from what to what a run moves the project; undefined if it doesn't move. */
export function moveText(recorded: Asked | undefined, variant: Variant): string | undefined {
  const moves = roles.filter((role) => recorded?.[role] !== undefined && recorded[role] !== variant[role]);
  if (!moves.length) return undefined;
  const names = (target: Asked): string => listed(moves.flatMap((role) => target[role] ?? []));
  const data = moves.includes("database") ? "; migrations start over, and records are not moved" : "";
  return `The project moves from ${names(recorded ?? variant)} to ${names(variant)}${data}.`;
}

/**
 * Returns the previous state for a run that may use another database; in that case migrations start over.
 * @throws UserError for migrations of the other database that somebody wrote or changed
 */
export async function moved(files: Files, previous: Baseline, variant: Variant): Promise<Baseline> {
  if (!isMoved(previous, variant)) return previous;
  const left: string[] = [];
  for await (const path of files.find("{migrations,prisma/migrations}/**/*.{sql,py}"))
    if ((await files.tryRead(path)) !== previous.texts[path]) left.push(path);
  if (left.length)
    throw new UserError(
      "own_migrations",
      `${firstOf(left, 5)}: written or changed by hand for ${previous.target.database ?? "another database"}, which ${variant.database} can't run.`,
      "Take them out of the folder and run the command again, or generate into another one with --out=FOLDER.",
    );
  return { ...previous, paths: previous.paths.filter((path) => !isMigration(path)), texts: {} };
}

/**
 * Returns the target of a run: what is asked for, else the recorded target, as far as one variant has both. A move
 * needs confirmation.
 * @throws UserError (wrong usage) for a move without `move`
 */
export function followed(choice: Asked, recorded: Asked | undefined, move: boolean): Asked {
  const moved = roles.filter(
    (role) => choice[role] !== undefined && recorded?.[role] !== undefined && choice[role] !== recorded[role],
  );
  if (moved.length && !move)
    throw usageError(
      "other_target",
      `This project is generated for ${roles.flatMap((role) => recorded?.[role] ?? []).join(", ")}, not for ${moved.map((role) => choice[role]).join(" and ")}.`,
      `Leave ${moved.map((role) => flags[role]).join(" and ")} out (of ${definitionFile} too), generate into another folder with --out=FOLDER, or add --move: then code moves and data doesn't.`,
    );
  const fits = (target: Asked): boolean =>
    variants.some((variant) =>
      roles.every((role) => target[role] === undefined || target[role] === variant[role]),
    );
  let target = choice;
  for (const role of roles) {
    const candidate = { ...target, [role]: target[role] ?? recorded?.[role] };
    if (!moved.length || fits(candidate)) target = candidate;
  }
  return target;
}

async function change(files: Files, path: string, after: string): Promise<readonly Change[]> {
  const before = await files.tryRead(path);
  return before === after ? [] : [{ path, before, after }];
}

/** Returns the changes to the definition file and its JSON Schema after a run. */
export async function definitionChanges(
  files: Files,
  api: ApiDefinition,
  variant: Variant,
): Promise<readonly Change[]> {
  const before = await files.tryRead(definitionFile);
  if (before !== null && isSpecification(before)) return [];
  const settings = settingsOf(variant);
  const schema = definitionSchema({
    framework: frameworkNames,
    db: databaseNames,
    "test-framework": testFrameworkNames,
  });
  const text =
    before === null
      ? newDefinitionFile(api, settings, schemaFile)
      : updateDefinitionFile(before, { api, settings });
  return [
    ...(await change(files, definitionFile, text)),
    ...(await change(
      files,
      schemaFiles.find((path) => text.includes(path)) ?? schemaFile,
      `${JSON.stringify(schema, null, 2)}\n`,
    )),
  ];
}
