import { isObject } from "../lib/index.ts";
import { comparable } from "./frameworks/paths.ts";

export interface Difference {
  readonly kind: "added" | "removed" | "changed";
  /** `GET /api/tasks/{id}` */
  readonly endpoint: string;
  readonly what: string;
}

type Plain = { readonly [key: string]: unknown };

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const object = (value: unknown): Plain => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

interface Facts {
  readonly endpoint: string;
  readonly statuses: readonly string[];
  readonly parameters: readonly string[];
  readonly body: readonly string[];
  readonly secured: boolean;
}

/** Resolves a reference such as `#/components/schemas/Task`. */
function resolved(value: unknown, document: Plain, depth = 0): Plain {
  const found = object(value);
  const ref = found["$ref"];
  if (typeof ref !== "string" || !ref.startsWith("#/") || depth > 20) return found;
  const target = ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, part) => object(at)[part.replaceAll("~1", "/").replaceAll("~0", "~")], document);
  return resolved(target, document, depth + 1);
}

function properties(schema: unknown, document: Plain, depth = 0): readonly string[] {
  if (depth > 6) return [];
  const found = resolved(schema, document);
  const all = ["allOf", "anyOf", "oneOf"].flatMap((word) =>
    list(found[word]).flatMap((item) => properties(item, document, depth + 1)),
  );
  return [...new Set([...Object.keys(object(found["properties"])), ...all])].sort();
}

function facts(document: Plain): ReadonlyMap<string, Facts> {
  const found = new Map<string, Facts>();
  const server = object(list(document["servers"])[0])["url"];
  const base =
    typeof document["basePath"] === "string"
      ? document["basePath"]
      : typeof server === "string"
        ? server.replace(/^[a-z]+:\/\/[^/]+/i, "")
        : "";
  for (const [path, raw] of Object.entries(object(document["paths"]))) {
    const item = resolved(raw, document);
    for (const method of methods) {
      if (!isObject(item[method])) continue;
      const operation = object(item[method]);
      const full = `${base.replace(/\/$/, "")}${path}`;
      const parameters = [...list(item["parameters"]), ...list(operation["parameters"])].map((item) =>
        resolved(item, document),
      );
      const content = object(resolved(operation["requestBody"], document)["content"]);
      const old = parameters.find((parameter) => parameter["in"] === "body")?.["schema"];
      const security = operation["security"] ?? document["security"];
      found.set(`${method} ${comparable(full)}`, {
        endpoint: `${method.toUpperCase()} ${full}`,
        statuses: Object.keys(object(operation["responses"]))
          .filter((status) => /^\d{3}$/.test(status) && status !== "500")
          .sort(),
        parameters: parameters
          .filter((parameter) => parameter["in"] === "query")
          .map((parameter) => String(parameter["name"]))
          .sort(),
        body: [
          ...Object.values(content).map((item) => object(item)["schema"]),
          ...(old ? [old] : []),
        ].flatMap((schema) => properties(schema, document)),
        secured: list(security).length > 0,
      });
    }
  }
  return found;
}

function changes(was: Facts, is: Facts): readonly string[] {
  const lists = [
    ["answers", was.statuses, is.statuses],
    ["query parameters", was.parameters, is.parameters],
    ["body fields", was.body, is.body],
  ] as const;
  return [
    ...lists.flatMap(([name, before, after]) => {
      const more = after.filter((item) => !before.includes(item));
      const less = before.filter((item) => !after.includes(item));
      return [
        ...(more.length ? [`${name} not described: ${more.join(", ")}`] : []),
        ...(less.length ? [`${name} not found in the code: ${less.join(", ")}`] : []),
      ];
    }),
    ...(was.secured === is.secured
      ? []
      : [
          is.secured
            ? "asks for credentials, which is not described"
            : "asks for no credentials, though that is described",
        ]),
  ];
}

/** Lists where an OpenAPI document differs from the code, endpoint by endpoint. */
export function compareSpecs(described: unknown, found: unknown): readonly Difference[] {
  const [before, after] = [facts(object(described)), facts(object(found))];
  return [
    ...[...after].flatMap(([name, is]): readonly Difference[] => {
      const was = before.get(name);
      if (!was) return [{ kind: "added", endpoint: is.endpoint, what: "not described" }];
      return changes(was, is).map((what) => ({ kind: "changed", endpoint: is.endpoint, what }));
    }),
    ...[...before].flatMap(([name, was]): readonly Difference[] =>
      after.has(name)
        ? []
        : [{ kind: "removed", endpoint: was.endpoint, what: "described, but not found in the code" }],
    ),
  ];
}
