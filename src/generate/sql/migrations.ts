import type { ApiDefinition } from "../../api/index.ts";
import type { GeneratedFile, Previous } from "../contracts.ts";
import { changes, retiredIn } from "./changes.ts";
import { createAll } from "./tables.ts";

/** Where a migration goes: `0001_initial` to its path. */
export interface Layout {
  path(name: string): string;
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
  { path }: Layout = plain,
): readonly GeneratedFile[] {
  const last = Math.max(0, ...numbers(previous?.paths ?? []));
  if (!previous || last === 0) return [{ path: path("0001_initial"), text: createAll(api.resources) }];
  const number = String(last + 1).padStart(4, "0");
  const statements = changes(previous.api.resources, api.resources, retiredIn(previous, number));
  if (!statements.length) return [];
  return [{ path: path(`${number}_changes`), text: `${statements.join("\n")}\n` }];
}
