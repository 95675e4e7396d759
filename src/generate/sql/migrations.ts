import type { ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Previous } from "../contracts.ts";
import { changes, retiredIn } from "./changes.ts";
import { createAll } from "./tables.ts";

/** Where a migration goes: `0001_initial` to its path. */
export interface Layout {
  path(name: string): string;
  /** Paths of migrations that others wrote, which go before. */
  readonly taken?: readonly string[];
}

const plain: Layout = { path: (name) => `migrations/${name}.sql` };

/** Numbers of the migrations among these paths. */
const numbers = (paths: readonly string[]): readonly number[] =>
  paths.flatMap((path) => {
    const number = /(?:^|\/)migrations\/(\d+)_/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

/** The SQL file for what changed since the definition last generated: at first all of it, then the difference, if any. */
export function migrations(
  api: ApiDefinition,
  previous: Previous | undefined,
  { path, taken = [] }: Layout = plain,
): readonly GeneratedFile[] {
  const own = numbers(previous?.paths ?? []);
  const number = String(Math.max(0, ...own, ...numbers(taken)) + 1).padStart(4, "0");
  if (!previous || !own.length) {
    const name = taken.length ? "resources" : "initial";
    return [{ path: path(`${number}_${name}`), text: createAll(api.resources) }];
  }
  const statements = changes(previous.api.resources, api.resources, retiredIn(previous, number));
  if (!statements.length) return [];
  return [{ path: path(`${number}_changes`), text: `${statements.join("\n")}\n` }];
}
