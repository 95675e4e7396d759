/** What the scanner reads of a generated project, beside what the project's own document says. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { toOpenApi } from "../../src/api/index.ts";
import { specified, type Specified } from "../../src/commands/routes/specified.ts";
import { definitionOf } from "../../src/endpoints/index.ts";
import { scanOf } from "../../src/endpoints/tests/app.suite.ts";
import { choose } from "../../src/generate/index.ts";
import { apiOf, filesOf } from "./harness.ts";
import { serverOf, specOf } from "./specification.ts";

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security?: readonly unknown[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly security?: readonly unknown[];
}

/** The members of a body, those of schemas that it refers to as well. */
function membersOf(schema: Schema, document: Document): readonly string[] {
  const referred = document.components?.schemas?.[schema.$ref?.split("/").at(-1) ?? ""];
  if (referred) return membersOf(referred, document);
  const inner = (schema.allOf ?? []).flatMap((part) => membersOf(part, document));
  return [...new Set([...Object.keys(schema.properties ?? {}), ...inner])].sort();
}

/** Each operation by method and path: its parameters, body, statuses, and whether it needs credentials. */
function operationsIn(document: Document): Readonly<Record<string, unknown>> {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): readonly [string, unknown][] => {
      if (method === "servers") return [];
      const names = (place: string): readonly string[] =>
        (operation.parameters ?? []).flatMap((one) => (one.in === place ? [one.name] : [])).sort();
      const content = operation.requestBody?.content ?? {};
      const membersIn = (type: string): readonly string[] => membersOf(content[type]?.schema ?? {}, document);
      // Code reads a merge patch as any JSON: its media type stands in the document alone, with the same members.
      const [json, patch] = ["application/json", "application/merge-patch+json"];
      const isPatch = patch in content && isDeepStrictEqual(membersIn(patch), membersIn(json));
      const facts = {
        query: names("query"),
        headers: names("header"),
        body: Object.keys(content)
          .filter((type) => !(isPatch && type === patch))
          .map((type) => [type, membersIn(type)]),
        statuses: Object.keys(operation.responses).sort(),
        isOpen: !(operation.security ?? document.security ?? []).length,
      };
      return [[`${method.toUpperCase()} ${path}`, facts]];
    }),
  );
  return Object.fromEntries(entries);
}

const about = { title: "API", version: "1.0.0" };

export interface ServerOfDocument {
  readonly texts: Readonly<Record<string, string>>;
  readonly own: Document;
}

/** A server that is generated from one of the specifications, and the document that it serves. */
export async function serverOfFile(file: string, framework: string): Promise<ServerOfDocument> {
  const { files } = await serverOf(await specOf(file), framework);
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  return { texts, own: JSON.parse(texts["docs/openapi.json"] ?? "") as Document }; // what this project generates
}

/** What `--docs-only` says of the code of a server that was generated from a document. */
export async function documentedOf(texts: ServerOfDocument["texts"], own: Document): Promise<Specified> {
  const { routes, left } = await scanOf({ ...texts, "docs/openapi.json": "{}" });
  expect(left).toEqual([]);
  return specified(definitionOf(routes, about), JSON.stringify(own));
}

/** Generates a server of a specification and compares what is documented of it with its document. */
export async function expectSpecified(file: string, framework: string): Promise<void> {
  const { texts, own } = await serverOfFile(file, framework);
  const { openapi, gone, api } = await documentedOf(texts, own);
  expect(gone).toEqual([]);
  const [described, documented] = [operationsIn(own), operationsIn(openapi as unknown as Document)]; // read as JSON
  expect(Object.keys(documented).sort()).toEqual(
    [...Object.keys(described), "GET /healthz", "GET /openapi.json"].sort(),
  );
  expect(documented).toMatchObject(described);
  expect(api.operations.every(({ source }) => source !== undefined)).toBe(true);
}

/** Generates a project of the named resources and compares its scan with its document. */
export async function expectSame(
  names: readonly string[],
  { auth, ...chosen }: { framework: string; database: string; auth: boolean },
): Promise<void> {
  const variant = choose({ ...chosen, testFramework: undefined });
  const files = await filesOf(await apiOf(names, auth), variant);
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const own = operationsIn(JSON.parse(texts["docs/openapi.json"] ?? "") as Document); // what this project generates
  const { routes } = await scanOf(texts);
  const scanned = operationsIn(
    toOpenApi(definitionOf(routes, about)) as unknown as Document, // read as JSON
  );
  for (const [operation, what] of Object.entries(own))
    expect({ operation, what: scanned[operation] }).toEqual({ operation, what });
}
