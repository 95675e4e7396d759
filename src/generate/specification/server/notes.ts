import type { OperationTests, SpecOperation, StoredResource } from "../../../api/index.ts";
import type { ServerOfSpec } from "../../contracts.ts";
import { plain } from "../text.ts";
import type { Serving } from "./contracts.ts";
import type { Group } from "./model.ts";
import { unusedParameters } from "./data.ts";
import { isHooked, seedPathOf } from "./seeds.ts";

export type Notes = Omit<ServerOfSpec, "files">;

const rowOf = ({ method, path, summary, operationId }: SpecOperation): string =>
  `| ${method.toUpperCase()} | \`${path.replaceAll(/[`|\s]/g, "")}\` | ${plain(summary ?? operationId).slice(0, 200)} |\n`;

/** Returns operations with the paths that clients use, which start with the server's own path. */
const servedOperations = ({ operations }: Group, base: string): readonly SpecOperation[] =>
  operations.map(({ operation }) => ({ ...operation, path: base + operation.path }));

/** `docs/api/<group>.md` */
export const groupDocument = (group: Group, base: string): string =>
  `# ${group.file}\n\n| Method | Path | Description |\n| --- | --- | --- |\n${servedOperations(group, base).map(rowOf).join("")}`;

interface Made {
  readonly document: ServerOfSpec["document"];
  /** What OpenAPI 3.0 can't express. */
  readonly lost: readonly string[];
  /** Patterns that are not checked. */
  readonly dropped: readonly string[];
  readonly tests: readonly OperationTests[];
  /** The file that verifies credentials. */
  readonly securityFile: string;
  readonly hookFile: (resource: StoredResource) => string;
}

/** Returns the parameters that storage ignores or refuses, by operation. */
function unusedNames({ groups }: Serving["server"], kind: "ignored" | "refused"): ServerOfSpec["ignored"] {
  return groups
    .flatMap(({ operations }) => operations)
    .flatMap((served) => {
      const unused = served.does ? unusedParameters(served, served.does)[kind] : [];
      const names = [...served.keys].flatMap(([{ name }, key]) =>
        unused.includes(key) ? [plain(name).slice(0, 100)] : [],
      );
      return names.length ? [{ operationId: served.operation.operationId, names }] : [];
    });
}

/** Returns the notes for the owner of a generated server. */
export function notesOf(
  { server, schemes }: Serving,
  { document, lost, dropped, tests, securityFile, hookFile }: Made,
): Notes {
  const { groups, left, model, storage } = server;
  return {
    document,
    served: groups.flatMap((group) => servedOperations(group, server.base)),
    stored: [...storage.bound.keys()],
    ignored: unusedNames(server, "ignored"),
    refused: unusedNames(server, "refused"),
    seeds: storage.resources.filter(({ seeded }) => seeded).map(seedPathOf),
    hooks: storage.resources.filter(isHooked).map(hookFile),
    yours: model.spec.operations.flatMap(({ operationId }) => {
      const unbound = storage.unbound.get(operationId);
      return unbound ? [{ operationId, why: unbound.why }] : [];
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
