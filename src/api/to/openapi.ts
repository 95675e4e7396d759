import type { Json, JsonObject } from "../../lib/index.ts";
import type { JsonSchema } from "../../schema/index.ts";
import type { ApiDefinition, Operation, Parameter, Response } from "../definition.ts";
import { namesOf, spell, wordsOf } from "../name-spelling.ts";
import { problemTitles, problemType } from "../problems.ts";
import { exampleBody, exampleRecord } from "./exchange.ts";

const asJson = (schema: JsonSchema): JsonObject => schema as JsonObject;

const parameter = ({ name, in: where, required, description, schema }: Parameter): JsonObject => ({
  name,
  in: where,
  required,
  ...(description === undefined ? {} : { description }),
  schema: asJson(schema),
});

function exampleOf(
  api: ApiDefinition,
  operation: Operation,
  status: string,
  mediaType: string,
): Json | undefined {
  if (mediaType === problemType) {
    const title = Object.entries(problemTitles).find(([code]) => code === status)?.[1];
    return title === undefined ? undefined : { type: "about:blank", title, status: Number(status) };
  }
  return mediaType === "application/json" ? exampleRecord(api, operation) : undefined;
}

function content(
  schemas: Readonly<Record<string, JsonSchema>> | undefined,
  example: (mediaType: string) => Json | undefined,
): JsonObject {
  if (!schemas) return {};
  const entries = Object.entries(schemas).map(([mediaType, schema]) => {
    const mediaExample = example(mediaType);
    return [
      mediaType,
      { schema: asJson(schema), ...(mediaExample === undefined ? {} : { example: mediaExample }) },
    ] as const;
  });
  return { content: Object.fromEntries(entries) };
}

function response(api: ApiDefinition, operation: Operation, status: string, specified: Response): JsonObject {
  const headers = Object.entries(specified.headers ?? {}).map(
    ([name, { description, schema }]) => [name, { description, schema: asJson(schema) }] as const,
  );
  return {
    description: specified.description,
    ...(headers.length ? { headers: Object.fromEntries(headers) } : {}),
    ...content(specified.content, (mediaType) => exampleOf(api, operation, status, mediaType)),
  };
}

function operationObject(api: ApiDefinition, operation: Operation): JsonObject {
  const statuses = Object.keys(operation.responses).toSorted();
  const { requestBody } = operation;
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: operation.tags,
    ...(operation.parameters.length ? { parameters: operation.parameters.map(parameter) } : {}),
    ...(requestBody
      ? {
          requestBody: {
            required: requestBody.required,
            ...content(requestBody.content, () => exampleBody(api, operation)),
          },
        }
      : {}),
    responses: Object.fromEntries(
      statuses.map((status) => [
        status,
        response(api, operation, status, operation.responses[status] ?? { description: "" }),
      ]),
    ),
    ...(operation.undecided === undefined ? {} : { "x-credentials": `unknown: see ${operation.undecided}` }),
    security: [
      ...operation.security.map((name) => ({ [name]: [] })),
      ...(operation.anonymous && operation.security.length ? [{}] : []),
    ],
  };
}

/** Returns the names of schemas that operations refer to, so that unused ones are omitted. */
function reached(api: ApiDefinition): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const name = key === "$ref" && typeof member === "string" ? member.split("/").at(-1) : undefined;
      if (name === undefined) visit(member);
      else if (!found.has(name)) {
        found.add(name);
        visit(api.schemas[name]);
      }
    }
  };
  for (const { requestBody, responses, parameters } of api.operations)
    visit([requestBody, responses, parameters]);
  return found;
}

function paths(api: ApiDefinition): JsonObject {
  const found = new Map<string, Record<string, JsonObject>>();
  for (const operation of api.operations) {
    const item = found.get(operation.path) ?? {};
    item[operation.method] = operationObject(api, operation);
    found.set(operation.path, item);
  }
  return Object.fromEntries(found);
}

function tags(api: ApiDefinition): readonly JsonObject[] {
  const used = [...new Set(api.operations.flatMap((operation) => operation.tags))];
  return used.map((name) => {
    const resource = api.resources.find((candidate) => candidate.plural === name);
    const words = resource ? namesOf(resource).plural.words : spell(wordsOf(name)).words;
    return { name, description: resource?.description ?? `Everything about ${words}.` };
  });
}

/** License until the owner chooses one: linters report a document without. */
const license = { name: "UNLICENSED", url: "https://choosealicense.com/no-permission/" };

/**
 * Returns the OpenAPI 3.0.0 document of an API, with examples that its own schemas accept.
 * The same definition gives the same document, member by member.
 */
export function toOpenApi(api: ApiDefinition): JsonObject {
  const used = reached(api);
  const schemas = Object.entries(api.schemas).filter(([name]) => used.has(name));
  const schemes = Object.entries(api.securitySchemes).map(([name, scheme]) => [name, { ...scheme }] as const);
  const { title, version, description } = api.info;
  return {
    openapi: "3.0.0",
    info: {
      title,
      version,
      ...(description === undefined ? {} : { description }),
      license,
    },
    servers: [{ url: "/" }],
    tags: tags(api),
    paths: paths(api),
    components: {
      schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, asJson(schema)])),
      ...(schemes.length ? { securitySchemes: Object.fromEntries(schemes) } : {}),
    },
    security: [],
  };
}
