import { seedOf, type StoredResource } from "../../../api/index.ts";
import type { Json } from "../../../lib/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import type { ServerModel } from "./model.ts";

const fileOf = ({ table }: StoredResource): string => table.replaceAll("_", "-");

/** The file with the records that a table begins with. */
export const seedPathOf = (resource: StoredResource): string => `seeds/${fileOf(resource)}.json`;

/** The module of a resource's hook in TypeScript, without its ending. */
export const hookFileOf = (resource: StoredResource): string => `src/hooks/${fileOf(resource)}`;

/** Whether a record has what no request brings. */
export const isHooked = ({ columns }: StoredResource): boolean =>
  columns.some(({ set }) => set?.by === "hook");

/** Records that files of seeds begin with, by resource. */
export const seedsOf = ({
  model,
  storage,
}: ServerModel): ReadonlyMap<string, Readonly<Record<string, Json>>> =>
  new Map(
    storage.resources
      .filter(({ seeded }) => seeded)
      .map((resource) => [resource.name, seedOf(model.spec, resource)]),
  );

/** `seeds/<resource>.json` */
export function seedFiles(server: ServerModel): readonly GeneratedFile[] {
  const seeds = seedsOf(server);
  return server.storage.resources
    .filter(({ seeded }) => seeded)
    .map((resource) => ({
      path: seedPathOf(resource),
      text: `${JSON.stringify([seeds.get(resource.name) ?? {}], null, 2)}\n`,
    }));
}

/** The account that the credentials of tests are of; undefined where nobody signs in. */
export function testAccount({
  model,
  storage,
}: ServerModel):
  | { readonly account: StoredResource; readonly record: Readonly<Record<string, Json>> }
  | undefined {
  const account =
    storage.issued === undefined ? undefined : storage.resources.find((resource) => resource.account);
  if (!account) return undefined;
  const own = account.columns.filter(
    ({ unique, type, set }) => unique && type === "string" && set?.by !== "uuid",
  );
  const names = own.map(({ name }) => [name, /mail/i.test(name) ? "tester@example.com" : "tester"] as const);
  // A number that the database counts would be the first record's, too.
  const counted = new Set(account.columns.flatMap(({ name, set }) => (set?.by === "integer" ? [name] : [])));
  const members = Object.entries(seedOf(model.spec, account)).filter(([name]) => !counted.has(name));
  return {
    account,
    record: {
      ...Object.fromEntries(members),
      ...Object.fromEntries(names),
      [account.account?.password ?? "password"]: "a long password",
    },
  };
}
