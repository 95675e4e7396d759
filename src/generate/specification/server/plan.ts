import {
  servedByStorage,
  specToOpenApi,
  storageTests,
  type OperationTests,
  type Spec,
} from "../../../api/index.ts";
import { collected } from "../../../lib/index.ts";
import type { GeneratedFile, Options } from "../../contracts.ts";
import type { ServerLeaves } from "../../leaves.ts";
import { safePatterns } from "../../patterns.ts";
import { serverModel, type Group } from "./model.ts";
import { groupDocument, notesOf } from "./notes.ts";
import { verified } from "./security.ts";
import { seedsOf } from "./seeds.ts";

/** Reads a specification for a server with these leaves: what it is generated from in every language. */
export async function planOf(original: Spec, { framework, database }: ServerLeaves, { pause }: Options) {
  const { spec, dropped } = safePatterns(original);
  const server = serverModel(spec, framework.methods);
  const { model, groups, storage, base } = server;
  const store = storage.resources.length
    ? { ...database.records, urlVariable: database.urlVariable }
    : undefined;
  const serving = { server, schemes: verified(model.spec, storage.issued), store };
  const tests = await collected(storageTests(model.spec, storage, seedsOf(server)), pause);
  const testsById = new Map(tests.map((test) => [test.operation.operationId, test]));
  const { document, lost } = specToOpenApi(servedByStorage(model.spec, storage, base));
  function* documents(): Iterable<GeneratedFile> {
    yield { path: "docs/openapi.json", text: JSON.stringify(document) };
    for (const group of groups) yield { path: `docs/api/${group.file}.md`, text: groupDocument(group, base) };
  }
  return {
    serving,
    /** The document that it serves, and a page for each group. */
    documents: await collected(documents(), pause),
    testsOf: ({ operations }: Group): readonly OperationTests[] =>
      operations.flatMap(({ operation }) => testsById.get(operation.operationId) ?? []),
    /** @param places the files of this language that owners look for */
    notes: (places: Pick<Parameters<typeof notesOf>[1], "securityFile" | "hookFile">) =>
      notesOf(serving, { document, lost, dropped, tests, ...places }),
  };
}
