import type { OperationTests, SpecOperation } from "../../../api/index.ts";
import type { ServerOfSpec } from "../../contracts.ts";
import { plain } from "../text.ts";
import type { Serving } from "./contracts.ts";
import type { Group } from "./model.ts";
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
}

/** What the owner of a generated server must know of it. */
export function notesOf(
  { server, schemes }: Serving,
  { document, lost, dropped, tests }: Made,
  securityFile: string,
): Notes {
  const { bindings, groups, left, model } = server;
  return {
    document,
    served: groups.flatMap((group) => asked(group, server.base)),
    stored: [...bindings.bound.keys()],
    yours: model.spec.operations.flatMap(({ operationId }) => {
      const why = bindings.why.get(operationId);
      return why === undefined ? [] : [{ operationId, why }];
    }),
    refused: model.spec.operations.flatMap((operation) => {
      const binding = bindings.bound.get(operation.operationId);
      const names = binding ? unused(operation, binding).map(({ name }) => plain(name).slice(0, 100)) : [];
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
