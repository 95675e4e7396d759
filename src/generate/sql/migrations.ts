import type { ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Previous } from "../contracts.ts";
import { changes, nameOf } from "./changes.ts";
import { postgres, type Engine } from "./engine.ts";

/** Where migrations are written and what runs them; `path` gets a name such as `0001_initial`. */
export interface Layout {
  path?(name: string): string;
  /** The engine that runs them; PostgreSQL by default. */
  readonly engine?: Engine;
  /** Paths of migrations written by others, which run first. */
  readonly existing?: readonly string[];
}

const plain = (name: string): string => `migrations/${name}.sql`;

/** Returns the numbers of the migrations among these paths. */
const numbers = (paths: readonly string[]): readonly number[] =>
  paths.flatMap((path) => {
    const number = /(?:^|\/)migrations\/(\d+)_/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/**
 * Returns what changed since the last generated definition as SQL: everything at first, then the difference, if any.
 */
export function migrationOf(
  api: ApiDefinition,
  previous: Previous | undefined,
  engine: Engine = postgres,
): { readonly name: string; readonly sql: string } | undefined {
  if (!previous) return { name: "initial", sql: engine.create(api.resources) };
  const change = [previous.api.resources, api.resources, new Set(previous.present)] as const;
  const steps = changes(...change);
  if (!steps.length) return undefined;
  return { name: nameOf(steps), sql: `${engine.change(...change).join("\n")}\n` };
}

/** Returns that as a SQL file, numbered after the existing ones. */
export function migrations(
  api: ApiDefinition,
  previous: Previous | undefined,
  { path = plain, existing = [], engine }: Layout = {},
): readonly GeneratedFile[] {
  const ownNumbers = numbers(previous?.paths ?? []);
  const others = [...existing, ...(previous?.history ?? []).map((file) => file.path)];
  const number = String(Math.max(0, ...ownNumbers, ...numbers(others)) + 1).padStart(4, "0");
  const migration = migrationOf(api, ownNumbers.length ? previous : undefined, engine);
  if (!migration) return [];
  const name = !ownNumbers.length && existing.length ? "resources" : migration.name;
  return [{ path: path(`${number}_${name}`), text: migration.sql }];
}
