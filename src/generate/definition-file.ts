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
import { firstOf, listed, UserError } from "../lib/index.ts";
import type { Change, Files } from "../workspace/index.ts";
import { isMoved, type Baseline } from "./baseline.ts";
import type { Asked } from "./choose.ts";
import { isMigration } from "./merge.ts";
import { databaseNames, frameworkNames, testFrameworkNames, variants, type Variant } from "./variants.ts";

/** The definition of a project, at its root: the whole truth about what is generated. */
export const definitionFile = "api.yaml";
const schemaFile = ".antiphon/api.schema.json";

const settingsOf = ({ framework, database, testFramework }: Omit<Variant, "ecosystem">): Settings => ({
  framework,
  db: database,
  "test-framework": testFramework,
});

/** What the definition file of a project says. */
export interface Definition {
  readonly api: ApiDefinition;
  readonly text: string;
  /** What the code is for; undefined members aren't said. */
  readonly target: Asked;
}

/** What a definition says that its code is for. */
export const targetIn = (text: string, path: string): Asked => {
  const settings = settingsIn(text, path);
  return {
    framework: settings.framework,
    database: settings.db,
    testFramework: settings["test-framework"],
  };
};

/**
 * The definition file of a project; undefined where there is none, or a specification in its place.
 * @param before what the code is generated from, which renames refer to
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

/** What flags ask for, then what the file says otherwise than the project is. */
export function withSettings(asked: Asked, said: Asked | undefined, recorded: Asked | undefined): Asked {
  const either = (role: keyof Asked): string | undefined =>
    asked[role] ?? (said?.[role] === recorded?.[role] ? undefined : said?.[role]);
  return {
    framework: either("framework"),
    database: either("database"),
    testFramework: either("testFramework"),
  };
}

/** In one sentence, what a run moves the project from and to; undefined where it stays. */
export function moveText(recorded: Asked | undefined, variant: Variant): string | undefined {
  const moves = roles.filter((role) => recorded?.[role] !== undefined && recorded[role] !== variant[role]);
  if (!moves.length) return undefined;
  const names = (target: Asked): string => listed(moves.flatMap((role) => target[role] ?? []));
  const data = moves.includes("database") ? "; migrations begin anew, and records stay behind" : "";
  return `The project moves from ${names(recorded ?? variant)} to ${names(variant)}${data}.`;
}

/**
 * What an earlier run left, for a run that may be for another database: then migrations begin anew.
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

const flags: Readonly<Record<keyof Asked, string>> = {
  framework: "--framework",
  database: "--db",
  testFramework: "--test-framework",
};
const roles = ["framework", "database", "testFramework"] as const;

/**
 * What a run is for: what is asked for, then what the project is. Something else than that must be meant.
 * @throws UserError (wrong usage) for a move that `move` doesn't agree to
 */
export function followed(asked: Asked, recorded: Asked | undefined, move: boolean): Asked {
  const moved = roles.filter(
    (role) => asked[role] !== undefined && recorded?.[role] !== undefined && asked[role] !== recorded[role],
  );
  if (moved.length && !move)
    throw new UserError(
      "other_target",
      `This project is generated for ${roles.flatMap((role) => recorded?.[role] ?? []).join(", ")}, not for ${moved.map((role) => asked[role]).join(" and ")}.`,
      `Leave ${moved.map((role) => flags[role]).join(" and ")} out, generate into another folder with --out=FOLDER, or add --move: then code moves and data doesn't.`,
      { usage: true },
    );
  const fits = (target: Asked): boolean =>
    variants.some((variant) =>
      roles.every((role) => target[role] === undefined || target[role] === variant[role]),
    );
  let target = asked;
  for (const role of roles) {
    const kept = { ...target, [role]: target[role] ?? recorded?.[role] };
    if (!moved.length || fits(kept)) target = kept;
  }
  return target;
}

async function change(files: Files, path: string, after: string): Promise<readonly Change[]> {
  const before = await files.tryRead(path);
  return before === after ? [] : [{ path, before, after }];
}

/** What the definition file says after a run, and its JSON Schema. */
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
    ...(await change(files, schemaFile, `${JSON.stringify(schema, null, 2)}\n`)),
  ];
}
