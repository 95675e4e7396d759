import { isObject, UserError } from "../../../lib/index.ts";
import type { SpecFlow, SpecReading, SpecSchema, SpecSecurityScheme, SpecWarning } from "../../spec.ts";
import { budgets } from "./budgets.ts";
import { Documents, type At, type Read } from "./document.ts";
import { SchemaNames } from "./names.ts";
import { readPaths, readSecurity, readServers, step, words, type OperationContext } from "./operations.ts";
import { follow, normalise, type SchemaContext } from "./schema.ts";
import { fromSwagger, moveReferences } from "./swagger.ts";

type Node = Readonly<Record<string, unknown>>;

const members = (value: unknown): readonly (readonly [string, Node])[] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Node] => isObject(entry[1])) : [];

/** Which version's rules hold. Raises UserError where it is no specification at all. */
function versionOf(root: unknown, file: string): "2" | "3" {
  if (isObject(root)) {
    if (/^2(\.|$)/.test(String(root["swagger"] ?? ""))) return "2";
    if (/^3(\.|$)/.test(String(root["openapi"] ?? ""))) return "3";
    if (root["openapi"] !== undefined || root["swagger"] !== undefined) {
      const given = String(root["openapi"] ?? root["swagger"]).slice(0, 40);
      throw new UserError(
        "unknown_version",
        `${file} says version ${JSON.stringify(given)} of OpenAPI, which nobody has published.`,
        'Write openapi: 3.0.x, 3.1.x or 3.2.x, or swagger: "2.0".',
        { place: { file } },
      );
    }
  }
  throw new UserError(
    "no_spec",
    `${file} holds no OpenAPI document: its top level has neither openapi nor swagger.`,
    'Name a file that begins with openapi: 3.x or swagger: "2.0".',
    { place: { file } },
  );
}

/** What OpenAPI 3.0 knows of the ways to a token. */
const flowNames: ReadonlySet<string> = new Set([
  "implicit",
  "password",
  "clientCredentials",
  "authorizationCode",
]);

const readFlows = (value: unknown): Readonly<Record<string, SpecFlow>> =>
  Object.fromEntries(
    members(value)
      .filter(([name]) => flowNames.has(name))
      .map(([name, flow]) => [
        name,
        {
          ...words(flow, "authorizationUrl", "tokenUrl", "refreshUrl"),
          scopes: isObject(flow["scopes"]) ? words(flow["scopes"], ...Object.keys(flow["scopes"])) : {},
        },
      ]),
  );

function readSchemes(value: unknown): Readonly<Record<string, SpecSecurityScheme>> {
  const found: Record<string, SpecSecurityScheme> = {};
  for (const [key, node] of members(value)) {
    const about = words(node, "description");
    const { type, name, scheme } = node;
    const where = node["in"];
    if (
      type === "apiKey" &&
      typeof name === "string" &&
      (where === "query" || where === "header" || where === "cookie")
    )
      found[key] = { type, in: where, name, ...about };
    else if (type === "http" && typeof scheme === "string")
      found[key] = { type, scheme: scheme.toLowerCase(), ...words(node, "bearerFormat"), ...about };
    else if (type === "oauth2") found[key] = { type, ...about, flows: readFlows(node["flows"]) };
    else if (type === "openIdConnect")
      found[key] = {
        type,
        ...about,
        openIdConnectUrl: words(node, "openIdConnectUrl")["openIdConnectUrl"] ?? "",
      };
    else if (type === "mutualTLS") found[key] = { type, ...about };
  }
  return found;
}

/** Reads one specification; `read` gives the text of a file by its path. */
class Reader {
  readonly #documents: Documents;
  readonly #names = new SchemaNames();
  readonly #pending: { readonly key: string; readonly at: At }[] = [];
  readonly #warnings = new Map<string, SpecWarning>();
  readonly #schemaContext: SchemaContext;

  constructor(documents: Documents) {
    this.#documents = documents;
    this.#schemaContext = {
      documents,
      warn: (at, message) => this.#warn(at, message),
      name: (target) => this.#name(target),
    };
  }

  #warn(at: At, message: string): void {
    const place = `${at.file === this.#documents.main ? "" : at.file}#${at.pointer}`;
    this.#warnings.set(`${place} ${message}`, { at: place, message });
  }

  /** The key of what a reference names: a schema of that name is then read, too. */
  #name(target: At): string | undefined {
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const place = follow(target, this.#documents);
    if (!place) return undefined;
    const same = this.#names.get(place);
    if (same !== undefined) return same;
    const key = this.#names.add(place);
    this.#pending.push({ key, at: place });
    return key;
  }

  #schemas(own: readonly (readonly [string, At])[]): Readonly<Record<string, SpecSchema>> {
    for (const [key, at] of own) {
      this.#names.reserve(at, key);
      this.#pending.push({ key, at });
    }
    return {};
  }

  read(root: Node): SpecReading {
    const main = { file: this.#documents.main, pointer: "" };
    const components = isObject(root["components"]) ? root["components"] : {};
    const declared = isObject(components["schemas"]) ? Object.keys(components["schemas"]) : [];
    this.#schemas(declared.map((key) => [key, step(main, "components", "schemas", key)]));
    const securitySchemes = readSchemes(components["securitySchemes"]);
    const schemes = new Set(Object.keys(securitySchemes));
    const warn = (at: At, message: string): void => this.#warn(at, message);
    const context: OperationContext = {
      schemes,
      warn,
      security: readSecurity(root["security"], step(main, "security"), { schemes, warn }) ?? [],
      schema: (value, at) => normalise(value, at, this.#schemaContext),
      open: (value, at) => this.#open(value, at),
    };
    const operations = readPaths(root["paths"], step(main, "paths"), context);
    const schemas = this.#drain();
    const info = isObject(root["info"]) ? root["info"] : {};
    const license = isObject(info["license"]) ? words(info["license"], "name")["name"] : undefined;
    return {
      spec: {
        info: {
          title: typeof info["title"] === "string" && info["title"].trim() ? info["title"].trim() : "API",
          version:
            typeof info["version"] === "number"
              ? String(info["version"])
              : (words(info, "version")["version"] ?? "1.0.0"),
          ...words(info, "description"),
          ...(license === undefined ? {} : { license }),
        },
        servers: readServers(root["servers"]),
        operations,
        schemas,
        securitySchemes,
      },
      warnings: [...this.#warnings.values()],
    };
  }

  #open(value: unknown, at: At): { readonly node: Node; readonly at: At } | undefined {
    if (!isObject(value)) return undefined;
    if (typeof value["$ref"] !== "string") return { node: value, at };
    const target = this.#documents.resolve(value["$ref"], at.file);
    const place = target && follow(target, this.#documents);
    const node = place && this.#documents.get(place);
    if (place && isObject(node)) return { node, at: place };
    this.#warn(at, `refers to ${JSON.stringify(value["$ref"].slice(0, 200))}, which is not there: left out`);
    return undefined;
  }

  /** Reads named schemas until none is left; each may name further ones. */
  #drain(): Readonly<Record<string, SpecSchema>> {
    const schemas: Record<string, SpecSchema> = Object.create(null) as Record<string, SpecSchema>; // keys are a stranger's
    for (const { key, at } of this.#pending) {
      if (this.#pending.length > budgets.schemas)
        throw new UserError(
          "too_large",
          `The specification has more than ${budgets.schemas} schemas.`,
          "Split it.",
          {},
        );
      schemas[key] = normalise(this.#documents.get(at), at, this.#schemaContext);
    }
    return breakCircles(schemas, (key) =>
      this.#warn(
        { file: this.#documents.main, pointer: `/components/schemas/${key}` },
        "refers to nothing but itself: read as anything",
      ),
    );
  }
}

/** A schema that is only a reference to itself, directly or through others, says nothing. */
function breakCircles(
  schemas: Record<string, SpecSchema>,
  warn: (key: string) => void,
): Readonly<Record<string, SpecSchema>> {
  const target = (schema: SpecSchema | undefined): string | undefined =>
    schema?.$ref?.slice("#/components/schemas/".length).replaceAll("~1", "/").replaceAll("~0", "~");
  for (const key of Object.keys(schemas)) {
    const seen = new Set<string>([key]);
    let next = target(schemas[key]);
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      next = target(schemas[next]);
    }
    if (next === key) {
      warn(key);
      schemas[key] = {};
    }
  }
  return schemas;
}

/**
 * Reads OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, JSON or YAML, with references into other files of its folder.
 * Raises UserError with file, line and column for what cannot be read; what can be mended becomes a warning.
 */
export async function readSpec(file: string, read: Read): Promise<SpecReading> {
  const documents = new Documents(file, read);
  const root = await documents.load();
  const version = versionOf(root, file);
  if (version === "2" && isObject(root)) {
    const open = (value: unknown): Node | undefined => {
      const target =
        isObject(value) && typeof value["$ref"] === "string"
          ? documents.resolve(value["$ref"], file)
          : undefined;
      const place = target && follow(target, documents);
      const node = place ? documents.get(place) : value;
      return isObject(node) ? node : undefined;
    };
    const converted = fromSwagger(root, open);
    documents.replace(converted);
    documents.each((one, path) => moveReferences(one, (ref) => documents.resolve(ref, path)?.file === file));
  }
  return new Reader(documents).read(documents.get({ file, pointer: "" }) as Node); // likewise
}
