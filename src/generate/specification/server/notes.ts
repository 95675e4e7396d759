import type { OperationTests, SpecOperation } from "../../../api/index.ts";
import type { ServerOfSpec } from "../../contracts.ts";
import { plain } from "../text.ts";
import type { Serving } from "./contracts.ts";
import type { Group } from "./model.ts";
import { unusedParameters } from "./data.ts";
import { unused } from "./unused.ts";

export type Notes = Omit<ServerOfSpec, "files">;

const rowOf = ({ method, path, summary, operationId }: SpecOperation): string =>
  `| ${method.toUpperCase()} | \`${path.replaceAll(/[`|\s]/g, "")}\` | ${plain(summary ?? operationId).slice(0, 200)} |\n`;

/** Operations at the paths that they are asked at: the server's own path stands before the specification's. */
const asked = ({ operations }: Group, base: string): readonly SpecOperation[] =>
  operations.map(({ operation }) => ({ ...operation, path: base + operation.path }));

/** `docs/api/<group>.md` */
export const groupDocument = (group: Group, base: string): string =>
  `# ${group.file}\n\n| Method | Path | Description |\n| --- | --- | --- |\n${asked(group, base).map(rowOf).join("")}`;

interface Made {
  readonly document: ServerOfSpec["document"];
  /** What OpenAPI 3.0 has no words for. */
  readonly lost: readonly string[];
  /** Patterns that are not checked. */
  readonly dropped: readonly string[];
  readonly tests: readonly OperationTests[];
  readonly carried: Carried;
}

/** What storage carries, and why it does not carry the rest. */
export interface Carried {
  readonly bound: readonly string[];
  readonly why: ReadonlyMap<string, string>;
  readonly refused: (operation: SpecOperation) => readonly string[];
  readonly ignored?: ServerOfSpec["ignored"];
  readonly seeded?: readonly string[];
  readonly hooks?: readonly string[];
}

/** The same of servers whose records are JSON. */
export const carriedBy = ({ bindings }: Serving["server"]): Carried => ({
  bound: [...bindings.bound.keys()],
  why: bindings.why,
  refused: (operation) => {
    const binding = bindings.bound.get(operation.operationId);
    return binding ? unused(operation, binding).map(({ name }) => name) : [];
  },
});

/** What tables carry. */
export function carriedByTables({ storage, groups }: Serving["server"]): Carried {
  const named = groups.flatMap((group) => group.operations);
  const unusedOf = (served: (typeof named)[number]): ReturnType<typeof unusedParameters> | undefined =>
    served.does && unusedParameters(served, served.does);
  const nameOf = (served: (typeof named)[number], keys: readonly string[]): readonly string[] =>
    [...served.keys].flatMap(([{ name }, key]) => (keys.includes(key) ? [name] : []));
  return {
    bound: [...storage.bound.keys()],
    why: new Map([...storage.unbound].map(([id, { why }]) => [id, why])),
    refused: (operation) => {
      const served = named.find((one) => one.operation.operationId === operation.operationId);
      return served ? nameOf(served, unusedOf(served)?.refused ?? []) : [];
    },
    ignored: named.flatMap((served) => {
      const names = nameOf(served, unusedOf(served)?.ignored ?? []);
      return names.length ? [{ operationId: served.operation.operationId, names }] : [];
    }),
    seeded: storage.resources
      .filter(({ seeded }) => seeded)
      .map(({ table }) => `seeds/${table.replaceAll("_", "-")}.json`),
    hooks: storage.resources
      .filter(({ columns }) => columns.some(({ set }) => set?.by === "hook"))
      .map(({ table }) => `src/hooks/${table.replaceAll("_", "-")}`),
  };
}

/** What the owner of a generated server must know of it. */
export function notesOf(
  { server, schemes }: Serving,
  { document, lost, dropped, tests, carried }: Made,
  securityFile: string,
): Notes {
  const { groups, left, model } = server;
  const { bound, why, refused } = carried;
  return {
    document,
    served: groups.flatMap((group) => asked(group, server.base)),
    stored: bound,
    ignored: carried.ignored ?? [],
    seeds: carried.seeded ?? [],
    hooks: carried.hooks ?? [],
    mocks: carried.hooks !== undefined,
    yours: model.spec.operations.flatMap(({ operationId }) => {
      const reason = why.get(operationId);
      return reason === undefined ? [] : [{ operationId, why: reason }];
    }),
    refused: model.spec.operations.flatMap((operation) => {
      const names = refused(operation).map((name) => plain(name).slice(0, 100));
      return names.length ? [{ operationId: operation.operationId, names }] : [];
    }),
    left: left.map(([{ method, path }, why]) => `${method.toUpperCase()} ${path} is not served: ${why}`),
    lost: [
      ...lost.map((what) => `OpenAPI 3.0 can't express ${what}`),
      ...dropped,
      ...schemes
        .filter(({ kind }) => kind === "own")
        .map(
          ({ name }) =>
            `The security scheme ${name} is yours to verify, in ${securityFile}; until then its operations answer 501`,
        ),
      ...tests.flatMap(({ operation, missing }) =>
        missing === undefined ? [] : [`${operation.operationId} has no tests: ${missing}`],
      ),
    ],
  };
}
