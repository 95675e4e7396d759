import { capital, isObject, Numbering } from "../../../lib/index.ts";
import type { SpecOperation, SpecParameter, SpecServer } from "../../spec.ts";
import { readContent, readResponses } from "./content.ts";
import { below, type At } from "./document.ts";
import { entries, words, type Node, type OperationContext } from "./frame.ts";
import { warnOfMisspelt } from "./misspelt.ts";
import { readParameter } from "./parameter.ts";

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
function readParameters(
  lists: readonly (readonly [unknown, At])[],
  path: string,
  context: OperationContext,
): readonly SpecParameter[] {
  const found = new Map<string, SpecParameter>();
  for (const [list, at] of lists) {
    for (const [i, value] of (Array.isArray(list) ? list : []).entries()) {
      const parameter = readParameter(value, below(at, i), context);
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

export function readServers(value: unknown): readonly SpecServer[] {
  return (Array.isArray(value) ? value : []).filter(isObject).flatMap((server) => {
    if (typeof server["url"] !== "string") return [];
    const variables = entries(server["variables"]).flatMap(([name, entry]) => {
      if (!isObject(entry)) return [];
      const choices = Array.isArray(entry["enum"]) ? entry["enum"].map(String) : undefined;
      return [
        [
          name,
          {
            default: String(entry["default"] ?? choices?.[0] ?? ""),
            ...words(entry, "description"),
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

/** Returns an operation id for `GET /users/{id}/posts`: `getUsersByIdPosts`. */
const madeId = (method: string, path: string): string =>
  method +
  path
    .split("/")
    .filter(Boolean)
    .map((part) => part.replaceAll(/\{([^{}]*)\}/g, " by $1 "))
    .join(" ")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map(capital)
    .join("");

export function readPaths(paths: unknown, at: At, context: OperationContext): readonly SpecOperation[] {
  const found: SpecOperation[] = [];
  const ids = new Set<string>();
  const numbers = new Numbering();
  for (const [path, value] of entries(paths)) {
    if (!path.startsWith("/")) {
      if (!path.startsWith("x-"))
        context.warn(below(at, path), "is not a path, as it doesn't begin with a slash: ignored");
      continue;
    }
    const opened = context.open(value, below(at, path));
    if (!opened) continue;
    warnOfMisspelt(opened.node, "path", { at: opened.at, warn: context.warn });
    const item = { ...opened.node, ...(isObject(value) ? value : {}) };
    const operations = [
      ...entries(item).filter(([key]) => methods.has(key)),
      ...entries(item["additionalOperations"]),
    ];
    for (const [method, rawOperation] of operations) {
      const operationAt = context.open(rawOperation, below(opened.at, method));
      if (!operationAt) continue;
      const operation = readOperation(
        {
          method: method.toLowerCase(),
          path,
          item,
          raw: operationAt.node,
          at: operationAt.at,
          shared: below(opened.at, "parameters"),
        },
        context,
      );
      const numbered = (n: number): string => operation.operationId + (n < 2 ? "" : String(n));
      const id = numbered(numbers.next(operation.operationId, (n) => ids.has(numbered(n))));
      if (id !== operation.operationId)
        context.warn(
          below(opened.at, method),
          `has the operationId ${JSON.stringify(operation.operationId.slice(0, 80))} of another operation: called ${JSON.stringify(id.slice(0, 90))}`,
        );
      ids.add(id);
      found.push({ ...operation, operationId: id });
    }
  }
  return found;
}

/** Warns of described parts that no code is generated for. */
function notGenerated(raw: Node, at: At, context: OperationContext): void {
  const callbacks = Object.keys(isObject(raw["callbacks"]) ? raw["callbacks"] : {}).length;
  if (callbacks)
    context.warn(
      below(at, "callbacks"),
      `${callbacks === 1 ? "a callback is" : `${callbacks} callbacks are`} ignored: the API makes these calls, and no code is generated for them`,
    );
  const linked = entries(raw["responses"]).find(([, entry]) => isObject(entry) && isObject(entry["links"]));
  if (linked)
    context.warn(below(at, "responses", linked[0], "links"), "are ignored: no code is generated for links");
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
  const body = context.open(raw["requestBody"], below(at, "requestBody"));
  const content = body ? readContent(body.node["content"], below(body.at, "content"), context) : {};
  const servers = readServers(raw["servers"] ?? item["servers"]);
  notGenerated(raw, at, context);
  warnOfMisspelt(raw, "operation", { at, warn: context.warn });
  const statedId = typeof raw["operationId"] === "string" ? raw["operationId"].trim() : "";
  return {
    operationId: statedId || madeId(method, path),
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
        [raw["parameters"], below(at, "parameters")],
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
    responses: readResponses(raw["responses"], below(at, "responses"), context),
    security: context.demanded(raw["security"], below(at, "security")) ?? context.security,
    ...(servers.length ? { servers } : {}),
  };
}
