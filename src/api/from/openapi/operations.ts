import { isObject, Numbering, type Json } from "../../../lib/index.ts";
import type {
  ParameterStyle,
  SecurityRequirement,
  SpecMedia,
  SpecOperation,
  SpecParameter,
  SpecResponse,
  SpecSchema,
  SpecServer,
} from "../../spec.ts";
import type { At } from "./document.ts";
import { warnOfMisspelt } from "./misspelt.ts";

type Node = Readonly<Record<string, unknown>>;

export interface OperationContext {
  readonly security: readonly SecurityRequirement[];
  /** What an operation demands of its own; undefined where it says nothing. */
  demanded(value: unknown, at: At): readonly SecurityRequirement[] | undefined;
  /** What is behind a value that may be a reference, with its place; undefined if it is no object. */
  open(value: unknown, at: At): { readonly node: Node; readonly at: At } | undefined;
  schema(value: unknown, at: At): SpecSchema;
  warn(at: At, message: string): void;
}

export const step = (at: At, ...parts: readonly (string | number)[]): At => ({
  file: at.file,
  pointer:
    at.pointer + parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
});

export const words = (node: Node, ...keys: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    keys.flatMap((key) => (typeof node[key] === "string" && node[key] !== "" ? [[key, node[key]]] : [])),
  );

const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];

export const members = (value: unknown): readonly (readonly [string, Node])[] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isObject(entry[1])) : [];

const methods: ReadonlySet<string> = new Set([
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
]);
const defaultStyle = { path: "simple", query: "form", header: "simple", cookie: "form" } as const;
const styles: ReadonlySet<string> = new Set([
  "simple",
  "label",
  "matrix",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
]);
const isPlace = (value: unknown): value is SpecParameter["in"] =>
  typeof value === "string" && Object.hasOwn(defaultStyle, value);

function readParameter(value: unknown, at: At, context: OperationContext): SpecParameter | undefined {
  const opened = context.open(value, at);
  if (!opened) return undefined;
  const { node, at: place } = opened;
  const name = node["name"];
  const where = node["in"];
  if (typeof name !== "string" || name === "" || !isPlace(where)) {
    context.warn(at, "is a parameter without a name or a known place: left out");
    return undefined;
  }
  // The standard takes these three headers from elsewhere and has them ignored here.
  if (where === "header" && /^(accept|content-type|authorization)$/i.test(name)) return undefined;
  const given = node["style"];
  const style: ParameterStyle =
    typeof given === "string" && styles.has(given) ? (given as ParameterStyle) : defaultStyle[where]; // a member of `styles`
  const [media] = entries(node["content"]);
  const content = media && isObject(media[1]) ? media[1] : undefined;
  return {
    name,
    in: where,
    required: where === "path" || node["required"] === true,
    deprecated: node["deprecated"] === true,
    ...words(node, "description"),
    style,
    explode: typeof node["explode"] === "boolean" ? node["explode"] : style === "form" || style === "cookie",
    allowReserved: node["allowReserved"] === true,
    ...(media && content ? { mediaType: media[0] } : {}),
    schema:
      content && media
        ? context.schema(content["schema"], step(place, "content", media[0], "schema"))
        : context.schema(node["schema"], step(place, "schema")),
  };
}

function readParameters(
  lists: readonly (readonly [unknown, At])[],
  path: string,
  context: OperationContext,
): readonly SpecParameter[] {
  const found = new Map<string, SpecParameter>();
  for (const [list, at] of lists) {
    for (const [i, value] of (Array.isArray(list) ? list : []).entries()) {
      const parameter = readParameter(value, step(at, i), context);
      if (parameter)
        found.set(
          `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`,
          parameter,
        );
    }
  }
  const templated = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? ""));
  for (const [key, parameter] of found) {
    if (parameter.in === "path" && !templated.has(parameter.name)) found.delete(key);
  }
  for (const name of templated) {
    if (found.has(`path ${name}`)) continue;
    const at = lists.at(-1)?.[1] ?? { file: "", pointer: "" };
    context.warn(at, `the path has {${name}}, which no parameter declares: read as a required string`);
    found.set(`path ${name}`, {
      name,
      in: "path",
      required: true,
      deprecated: false,
      style: "simple",
      explode: false,
      allowReserved: false,
      schema: { type: "string" },
    });
  }
  return [...found.values()];
}

function readContent(value: unknown, at: At, context: OperationContext): Readonly<Record<string, SpecMedia>> {
  return Object.fromEntries(
    entries(value).map(([type, media]) => {
      const opened = context.open(media, step(at, type));
      const node = opened?.node ?? {};
      const place = opened?.at ?? step(at, type);
      const encoding = entries(node["encoding"]).flatMap(([name, one]) =>
        isObject(one)
          ? [
              [
                name,
                {
                  ...words(one, "contentType"),
                  ...(typeof one["style"] === "string" && styles.has(one["style"])
                    ? { style: one["style"] as ParameterStyle }
                    : {}),
                  ...(typeof one["explode"] === "boolean" ? { explode: one["explode"] } : {}),
                },
              ],
            ] // a member of `styles`
          : [],
      );
      const example =
        node["example"] ??
        entries(node["examples"]).flatMap(([, one]) =>
          isObject(one) && one["value"] !== undefined ? [one["value"]] : [],
        )[0];
      return [
        type,
        {
          schema:
            node["schema"] === undefined ? undefined : context.schema(node["schema"], step(place, "schema")),
          ...(encoding.length ? { encoding: Object.fromEntries(encoding) } : {}),
          ...(example === undefined ? {} : { example: example as Json }), // parsed from JSON
          ...(node["itemSchema"] === undefined
            ? {}
            : { itemSchema: context.schema(node["itemSchema"], step(place, "itemSchema")) }),
        },
      ];
    }),
  );
}

function readResponse(value: unknown, at: At, context: OperationContext): SpecResponse | undefined {
  const opened = context.open(value, at);
  if (!opened) return undefined;
  const headers = entries(opened.node["headers"]).flatMap(([name, one]) => {
    const header = context.open(one, step(opened.at, "headers", name));
    if (!header || /^content-type$/i.test(name)) return [];
    return [
      [
        name,
        {
          required: header.node["required"] === true,
          ...words(header.node, "description"),
          schema: context.schema(header.node["schema"], step(header.at, "schema")),
        },
      ] as const,
    ];
  });
  return {
    description: typeof opened.node["description"] === "string" ? opened.node["description"] : "",
    headers: Object.fromEntries(headers),
    content: readContent(opened.node["content"], step(opened.at, "content"), context),
  };
}

function readResponses(
  value: unknown,
  at: At,
  context: OperationContext,
): Readonly<Record<string, SpecResponse>> {
  const found: Record<string, SpecResponse> = {};
  for (const [status, one] of entries(value)) {
    const key = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
    if (!/^([1-5][0-9]{2}|[1-5]XX|default)$/.test(key)) {
      if (!status.startsWith("x-")) context.warn(step(at, status), "is no status: left out");
      continue;
    }
    const response = readResponse(one, step(at, status), context);
    if (response) found[key] = response;
  }
  return found;
}

export function readServers(value: unknown): readonly SpecServer[] {
  return (Array.isArray(value) ? value : []).filter(isObject).flatMap((server) => {
    if (typeof server["url"] !== "string") return [];
    const variables = entries(server["variables"]).flatMap(([name, one]) => {
      if (!isObject(one)) return [];
      const choices = Array.isArray(one["enum"]) ? one["enum"].map(String) : undefined;
      return [
        [
          name,
          {
            default: String(one["default"] ?? choices?.[0] ?? ""),
            ...words(one, "description"),
            ...(choices?.length ? { enum: choices } : {}),
          },
        ] as const,
      ];
    });
    return [
      {
        url: server["url"].trim(),
        ...words(server, "description"),
        variables: Object.fromEntries(variables),
      },
    ];
  });
}

/** `GET /users/{id}/posts` becomes `getUsersByIdPosts`. */
const madeId = (method: string, path: string): string =>
  method +
  path
    .split("/")
    .filter(Boolean)
    .map((part) => part.replaceAll(/\{([^{}]*)\}/g, " by $1 "))
    .join(" ")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join("");

export function readPaths(paths: unknown, at: At, context: OperationContext): readonly SpecOperation[] {
  const found: SpecOperation[] = [];
  const ids = new Set<string>();
  const numbers = new Numbering();
  for (const [path, value] of entries(paths)) {
    if (!path.startsWith("/")) {
      if (!path.startsWith("x-"))
        context.warn(step(at, path), "is no path, which begins with a slash: left out");
      continue;
    }
    const opened = context.open(value, step(at, path));
    if (!opened) continue;
    warnOfMisspelt(opened.node, "path", { at: opened.at, warn: context.warn });
    const item = { ...opened.node, ...(isObject(value) ? value : {}) };
    const operations = [
      ...entries(item).filter(([key]) => methods.has(key)),
      ...entries(item["additionalOperations"]),
    ];
    for (const [method, raw] of operations) {
      if (!isObject(raw)) {
        context.warn(step(opened.at, method), `is ${raw === null ? "empty" : "no object"}: left out`);
        continue;
      }
      const operation = readOperation(
        {
          method: method.toLowerCase(),
          path,
          item,
          raw,
          at: step(opened.at, method),
          shared: step(opened.at, "parameters"),
        },
        context,
      );
      const numbered = (n: number): string => operation.operationId + (n < 2 ? "" : String(n));
      const id = numbered(numbers.next(operation.operationId, (n) => ids.has(numbered(n))));
      if (id !== operation.operationId)
        context.warn(
          step(opened.at, method),
          `has the operationId ${JSON.stringify(operation.operationId.slice(0, 80))} of another operation: called ${JSON.stringify(id.slice(0, 90))}`,
        );
      ids.add(id);
      found.push({ ...operation, operationId: id });
    }
  }
  return found;
}

/** What an operation describes and no code is generated for: that is said. */
function notGenerated(raw: Node, at: At, context: OperationContext): void {
  const callbacks = Object.keys(isObject(raw["callbacks"]) ? raw["callbacks"] : {}).length;
  if (callbacks)
    context.warn(
      step(at, "callbacks"),
      `${callbacks === 1 ? "a callback is" : `${callbacks} callbacks are`} left out: the API makes these calls, and no code is generated for that`,
    );
  const linked = entries(raw["responses"]).find(([, one]) => isObject(one) && isObject(one["links"]));
  if (linked)
    context.warn(
      step(at, "responses", linked[0], "links"),
      "are left out: nothing is generated that follows links",
    );
}

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly item: Node;
  readonly raw: Node;
  readonly at: At;
  readonly shared: At;
}

function readOperation(
  { method, path, item, raw, at, shared }: Raw,
  context: OperationContext,
): SpecOperation {
  const body = context.open(raw["requestBody"], step(at, "requestBody"));
  const content = body ? readContent(body.node["content"], step(body.at, "content"), context) : {};
  const servers = readServers(raw["servers"] ?? item["servers"]);
  notGenerated(raw, at, context);
  warnOfMisspelt(raw, "operation", { at, warn: context.warn });
  const given = typeof raw["operationId"] === "string" ? raw["operationId"].trim() : "";
  return {
    operationId: given || madeId(method, path),
    method,
    path,
    ...words(
      { ...words(item, "summary", "description"), ...words(raw, "summary", "description") },
      "summary",
      "description",
    ),
    tags: Array.isArray(raw["tags"])
      ? raw["tags"].filter((tag) => typeof tag === "string" && tag !== "")
      : [],
    deprecated: raw["deprecated"] === true,
    parameters: readParameters(
      [
        [item["parameters"], shared],
        [raw["parameters"], step(at, "parameters")],
      ],
      path,
      context,
    ),
    ...(body && Object.keys(content).length
      ? {
          requestBody: {
            required: body.node["required"] === true,
            ...words(body.node, "description"),
            content,
          },
        }
      : {}),
    responses: readResponses(raw["responses"], step(at, "responses"), context),
    security: context.demanded(raw["security"], step(at, "security")) ?? context.security,
    ...(servers.length ? { servers } : {}),
  };
}
