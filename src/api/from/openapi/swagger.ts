import { isObject, inTable } from "../../../lib/index.ts";
import { collectionStyle, wrongFormats } from "./collections.ts";

type Node = Readonly<Record<string, unknown>>;
type Loose = Record<string, unknown>;

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
const list = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
const entries = (value: unknown): readonly [string, unknown][] =>
  isObject(value) ? Object.entries(value) : [];
const mapped = (value: unknown, change: (item: Node) => unknown): Loose =>
  Object.fromEntries(entries(value).map(([key, item]) => [key, isObject(item) ? change(item) : item]));

/** Keywords of a non-body parameter or header that belong in its schema. */
const schemaKeys = [
  "type",
  "format",
  "items",
  "default",
  "enum",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "x-nullable",
] as const;

const schemaOf = (item: Node): Loose =>
  Object.fromEntries(schemaKeys.flatMap((key) => (item[key] === undefined ? [] : [[key, item[key]]])));

const places: readonly (readonly [string, string])[] = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/parameters/", "#/components/parameters/"],
  ["#/responses/", "#/components/responses/"],
];

/** Rewrites references of version 2 to the locations of version 3; in place, since the nodes are ours alone. */
export function moveReferences(root: unknown, isMain: (ref: string) => boolean): void {
  const pending = [root];
  while (pending.length) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value.filter(isNested));
    else if (isObject(value)) {
      const ref = value["$ref"];
      const move =
        typeof ref === "string" && isMain(ref) ? places.find(([old]) => ref.includes(old)) : undefined;
      if (typeof ref === "string" && move) (value as Loose)["$ref"] = ref.replace(move[0], move[1]);
      for (const next of Object.values(value)) if (isNested(next)) pending.push(next);
    }
  }
}
const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

function parameter(item: Node): Loose {
  const { description, required, name } = item;
  return {
    name,
    in: item["in"],
    description,
    required,
    deprecated: item["x-deprecated"] ?? item["deprecated"],
    schema: schemaOf(item),
    ...collectionStyle(item),
  };
}

/** Combines form parameters into one body. */
function formBody(fields: readonly Node[], consumes: readonly string[]): Loose {
  const files = fields.some((field) => field["type"] === "file");
  const media = consumes.filter((type) => /^(multipart\/|application\/x-www-form-urlencoded)/.test(type));
  const chosen = media.length ? media : [files ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      fields.map((field) => [
        String(field["name"]),
        { ...schemaOf(field), description: field["description"] },
      ]),
    ),
    required: fields.filter((field) => field["required"] === true).map((field) => String(field["name"])),
  };
  const encoding = Object.fromEntries(
    fields
      .filter((field) => field["type"] === "array")
      .map((field) => [String(field["name"]), collectionStyle(field)]),
  );
  return {
    required: schema.required.length > 0,
    content: Object.fromEntries(chosen.map((type) => [type, { schema, encoding }])),
  };
}

function response(item: Node, produces: readonly string[]): Loose {
  if (item["$ref"] !== undefined) return { ...item };
  const examples = isObject(item["examples"]) ? item["examples"] : {};
  const media = produces.length ? produces : ["application/json"];
  const content =
    item["schema"] === undefined
      ? undefined
      : Object.fromEntries(media.map((type) => [type, { schema: item["schema"], example: examples[type] }]));
  return {
    description: item["description"],
    headers: mapped(item["headers"], (header) => ({
      description: header["description"],
      schema: schemaOf(header),
    })),
    ...(content ? { content } : {}),
  };
}

/** Resolves a reference of the main file; returns the value itself if it is none or can't be resolved. */
type Open = (value: unknown) => Node | undefined;

const opened = (values: unknown, open: Open): readonly Node[] =>
  (Array.isArray(values) ? values : []).flatMap((value: unknown): readonly Node[] => {
    const node = open(value);
    return node ? [node] : [];
  });

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

function pathItem(node: Node, root: Node, open: Open): Loose {
  const behind = open(node);
  if (behind?.["$ref"] !== undefined) return { ...behind };
  const item: Node = { ...behind, ...node };
  const shared = opened(item["parameters"], open);
  const { parameters: _parameters, $ref: _ref, ...out }: Loose = item;
  for (const method of methods) {
    const operation = open(item[method]);
    if (operation?.["$ref"] !== undefined) out[method] = operation;
    else if (operation) out[method] = operationOf(operation, shared, root, open);
  }
  return out;
}

function operationOf(operation: Node, shared: readonly Node[], root: Node, open: Open): Loose {
  const ownParameters = opened(operation["parameters"], open);
  const all = [
    ...shared.filter(
      (item) => !ownParameters.some((other) => other["name"] === item["name"] && other["in"] === item["in"]),
    ),
    ...ownParameters,
  ];
  const consumes = list(operation["consumes"] ?? root["consumes"]);
  const produces = list(operation["produces"] ?? root["produces"]);
  const body = all.find((item) => item["in"] === "body");
  const form = all.filter((item) => item["in"] === "formData");
  const media = consumes.length ? consumes : ["application/json"];
  const {
    parameters: _parameters,
    consumes: _consumes,
    produces: _produces,
    schemes: _schemes,
    responses,
    ...rest
  } = operation;
  return {
    ...rest,
    parameters: all.filter((item) => item["in"] !== "body" && item["in"] !== "formData").map(parameter),
    ...(body
      ? {
          requestBody: {
            description: body["description"],
            required: body["required"] === true,
            content: Object.fromEntries(media.map((type) => [type, { schema: body["schema"] }])),
          },
        }
      : form.length
        ? { requestBody: formBody(form, consumes) }
        : {}),
    responses: mapped(open(responses), (item) => response(open(item) ?? item, produces)),
  };
}

function securityScheme(item: Node): Loose {
  if (item["type"] === "basic") return { type: "http", scheme: "basic", description: item["description"] };
  if (item["type"] !== "oauth2") return { ...item };
  const flow = inTable(oauthFlows, text(item["flow"]) ?? "");
  const { authorizationUrl, tokenUrl, scopes } = item;
  return {
    type: "oauth2",
    description: item["description"],
    flows: flow === undefined ? {} : { [flow]: { authorizationUrl, tokenUrl, scopes } },
  };
}

const oauthFlows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** Something that Swagger 2.0 doesn't define, with its location in the main file. */
export interface Wrong {
  readonly pointer: string;
  readonly message: string;
}

/** Yields the parameter lists of paths and operations, each with its pointer. */
function* parameterLists(root: Node, open: Open): Iterable<readonly [pointer: string, list: unknown]> {
  for (const [path, entry] of entries(open(root["paths"]))) {
    const item = open(entry);
    const at = `/paths/${path.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    yield [`${at}/parameters`, item?.["parameters"]];
    for (const method of methods) yield [`${at}/${method}/parameters`, open(item?.[method])?.["parameters"]];
  }
}

/** Yields parameters of operations that Swagger 2.0 doesn't define as written. */
export function* wrongIn(root: Node, open: Open): Iterable<Wrong> {
  for (const [pointer, list] of parameterLists(root, open))
    for (const [i, one] of (Array.isArray(list) ? list : []).entries())
      for (const message of wrongFormats(open(one) ?? {})) yield { pointer: `${pointer}/${i}`, message };
}

/** Converts a Swagger 2.0 document to OpenAPI 3. */
export function fromSwagger(root: Node, open: Open): Node {
  const schemes = list(root["schemes"]);
  const host = text(root["host"]);
  const base = text(root["basePath"]) ?? "";
  const servers =
    host === undefined
      ? base
        ? [{ url: base }]
        : []
      : (schemes.length ? schemes : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${base}` }));
  return {
    openapi: "3.0.3",
    info: root["info"],
    tags: root["tags"],
    servers,
    security: root["security"],
    paths: mapped(open(root["paths"]), (item) => pathItem(item, root, open)),
    components: {
      schemas: root["definitions"],
      responses: mapped(open(root["responses"]), (item) => response(item, list(root["produces"]))),
      parameters: mapped(open(root["parameters"]), parameter),
      securitySchemes: mapped(open(root["securityDefinitions"]), securityScheme),
    },
  };
}
