import { isObject, UserError } from "../../../lib/index.ts";
import { refKey } from "../../specification/shape.ts";
import type { SpecReading, SpecSchema, SpecSecurityScheme, SpecWarning } from "../../spec.ts";
import { budgets } from "./budgets.ts";
import { below, Documents, type At, type Read, type Sources } from "./document.ts";
import { warnOfMisspelt } from "./misspelt.ts";
import { SchemaNames } from "./schema-names.ts";
import { words, type Node, type Opened, type OperationContext } from "./frame.ts";
import { readPaths, readServers } from "./operations.ts";
import type { SchemaContext } from "./context.ts";
import { follow, normalise } from "./schema.ts";
import { readSchemes, undeclared } from "./schemes.ts";
import { readSecurity } from "./security.ts";
import { opener } from "./rebase.ts";
import { fromSwagger, moveReferences, wrongIn, type Wrong } from "./swagger.ts";

/** Returns which version's rules apply. Throws UserError if it is no specification. */
function versionOf(root: unknown, file: string): "2" | "3" {
  if (isObject(root)) {
    if (/^2(\.|$)/.test(String(root["swagger"] ?? ""))) return "2";
    if (/^3(\.|$)/.test(String(root["openapi"] ?? ""))) return "3";
    if (root["openapi"] !== undefined || root["swagger"] !== undefined) {
      const version = String(root["openapi"] ?? root["swagger"]).slice(0, 40);
      throw new UserError(
        "unknown_version",
        `The file says version ${JSON.stringify(version)} of OpenAPI, which doesn't exist.`,
        'Write openapi: 3.0.x, 3.1.x or 3.2.x, or swagger: "2.0".',
        { place: { file } },
      );
    }
  }
  throw new UserError(
    "no_spec",
    `The file holds no OpenAPI document: its top level has neither openapi nor swagger.`,
    'Name a file that begins with openapi: 3.x or swagger: "2.0".',
    { place: { file } },
  );
}

/** Reads one specification; `read` returns the text of a file by its path. */
class Reader {
  readonly #documents: Documents;
  readonly #names: SchemaNames;
  readonly #pending: { readonly key: string; readonly at: At }[] = [];
  readonly #warnings = new Map<string, SpecWarning>();
  readonly #once = new Set<string>();
  /** The targets of references of the document's frame, by file and reference. */
  readonly #targets = new Map<string, Opened | undefined>();
  readonly #schemaContext: SchemaContext;
  readonly #main: At;

  constructor(documents: Documents, siblings: boolean) {
    this.#documents = documents;
    this.#main = { file: documents.main, pointer: "" };
    this.#names = new SchemaNames(documents.main);
    this.#schemaContext = {
      documents,
      siblings,
      warn: (at, message, broken) => this.#warn(at, message, broken),
      name: (ref, at, byName) => this.#name(ref, at, byName),
    };
  }

  #warn(at: At, message: string, broken?: true): void {
    const place = `${at.file}#${at.pointer}`;
    this.#warnings.set(`${place} ${message}`, { at: place, message, ...(broken ? { broken } : {}) });
  }

  /** Warns once per message, at the first place it applies to. */
  #warnOnce(at: At, message: string): void {
    if (!this.#once.has(message)) this.#warn(at, message);
    this.#once.add(message);
  }

  /** Returns the key of a reference's target, and queues the target's schema to be read. */
  #name(ref: string, at: At, byName = false): string | undefined {
    const target = this.#documents.resolve(ref, at.file);
    const known = target && this.#names.get(target);
    if (known !== undefined) return known;
    const place = (target && follow(target, this.#documents)) ?? this.#meant(ref, at, byName);
    if (!place) return undefined;
    const same = this.#names.get(place);
    if (same !== undefined) return same;
    const key = this.#names.add(place);
    this.#pending.push({ key, at: place });
    return key;
  }

  /** Returns the main document's schema that a reference means by a bare name or by another version's path. */
  #meant(ref: string, at: At, byName: boolean): At | undefined {
    const name = /^(?:#?\/?(?:definitions|models|schemas|components|components\/schemas)\/)?([\w.-]+)$/.exec(
      ref,
    )?.[1];
    if (name === undefined) return undefined;
    const meant = below(this.#main, "components", "schemas", name);
    const place = follow(meant, this.#documents);
    if (place && !byName)
      this.#warn(
        at,
        `refers to ${JSON.stringify(ref.slice(0, 200))}: read as ${JSON.stringify(`#${meant.pointer}`)}`,
      );
    return place;
  }

  /** Returns the object at a location of the document's frame, with its actual location. */
  #members(value: unknown, at: At): Opened {
    if (value === undefined) return { node: {}, at };
    return this.#open(value, at) ?? { node: {}, at };
  }

  /** `written`: the frame as in the file, possibly of an older version; `wrong`: what that version doesn't define. */
  read(root: Node, written: Node, wrong: Iterable<Wrong>): SpecReading {
    const main = this.#main;
    for (const { pointer, message } of wrong) this.#warn({ ...main, pointer }, message, true);
    for (const { file, line, column, ...what } of this.#documents.passed)
      this.#warnings.set(`${file}:${line}:${column}`, { at: `${file}:${line}:${column}`, ...what });
    const components = this.#members(root["components"], below(main, "components"));
    const part = (key: string): Opened => this.#members(components.node[key], below(components.at, key));
    const declared = part("schemas");
    for (const key of Object.keys(declared.node)) {
      const at = below(declared.at, key);
      this.#names.reserve(at, key);
      this.#pending.push({ key, at });
    }
    const warn: OperationContext["warn"] = (at, message, broken) => this.#warn(at, message, broken);
    const open: OperationContext["open"] = (value, at) => this.#open(value, at);
    const declaredSchemes = readSchemes(part("securitySchemes"), { open, warn });
    const schemes = new Map(Object.entries(declaredSchemes));
    const missing = new Map<string, SpecSecurityScheme>();
    const declare = (name: string): void => void (schemes.has(name) || missing.set(name, undeclared));
    const demanded: OperationContext["demanded"] = (value, at) =>
      readSecurity(value, at, { schemes, declare, warn });
    const context: OperationContext = {
      demanded,
      warn,
      warnOnce: (at, message) => this.#warnOnce(at, message),
      find: (value, at) => this.#find(value, at),
      security: demanded(root["security"], below(main, "security")) ?? [],
      swagger: root !== written,
      styledParts: root !== written || !String(root["openapi"]).startsWith("3.0"),
      schema: (value, at) => normalise(value, at, this.#schemaContext),
      open,
    };
    warnOfMisspelt(written, "document", { at: main, warn });
    const paths = this.#members(root["paths"], below(main, "paths"));
    const operations = readPaths(paths.node, paths.at, context);
    this.#notGenerated(root);
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
        securitySchemes: { ...declaredSchemes, ...Object.fromEntries(missing) },
      },
      warnings: [...this.#warnings.values()],
    };
  }

  /** Warns of webhooks, which no code is generated for. */
  #notGenerated(root: Node): void {
    const webhooks = isObject(root["webhooks"]) ? Object.keys(root["webhooks"]).length : 0;
    if (webhooks)
      this.#warn(
        below(this.#main, "webhooks"),
        `${webhooks} ${webhooks === 1 ? "webhook is" : "webhooks are"} ignored: the API calls them, and no code is generated for them`,
      );
  }

  #open(value: unknown, at: At): Opened | undefined {
    if (value === undefined) return undefined;
    if (!isObject(value)) {
      this.#warn(
        at,
        `is ${value === null ? "empty" : `${Array.isArray(value) ? "a list" : `a ${typeof value}`}, not an object`}: ignored`,
      );
      return undefined;
    }
    const found = this.#find(value, at);
    if (!found) this.#warn(at, `${this.#documents.lost(String(value["$ref"]), at.file)}: ignored`, true);
    return found;
  }

  #find(value: unknown, at: At): Opened | undefined {
    if (!isObject(value)) return undefined;
    const ref = value["$ref"];
    if (typeof ref !== "string") return { node: value, at };
    const key = `${at.file}\0${ref}`;
    if (!this.#targets.has(key)) this.#targets.set(key, this.#target(ref, at.file));
    return this.#targets.get(key);
  }

  #target(ref: string, file: string): Opened | undefined {
    const target = this.#documents.resolve(ref, file);
    const place = target && follow(target, this.#documents);
    const node = place && this.#documents.get(place);
    return place && isObject(node) ? { node, at: place } : undefined;
  }

  /** Reads queued schemas until none is left; each may queue others. */
  #drain(): Readonly<Record<string, SpecSchema>> {
    const schemas: Record<string, SpecSchema> = Object.create(null) as Record<string, SpecSchema>; // keys are untrusted
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
        below(this.#main, "components", "schemas", key),
        "refers to nothing but itself: read as anything",
      ),
    );
  }
}

/** Empties schemas that are only references to themselves, directly or through others. */
function breakCircles(
  schemas: Record<string, SpecSchema>,
  warn: (key: string) => void,
): Readonly<Record<string, SpecSchema>> {
  const target = (schema: SpecSchema | undefined): string | undefined =>
    schema?.$ref === undefined ? undefined : refKey(schema.$ref);
  // each is visited once, however long a chain is
  const settled = new Set<string>();
  for (const key of Object.keys(schemas)) {
    const seen = new Set<string>();
    let next: string | undefined = key;
    while (next !== undefined && !seen.has(next) && !settled.has(next)) {
      seen.add(next);
      next = target(schemas[next]);
    }
    if (next === key && seen.size > 0) {
      warn(key);
      schemas[key] = {};
    }
    for (const item of seen) {
      if (item === next && next !== key) break; // a cycle that this one only leads to
      settled.add(item);
    }
  }
  return schemas;
}

/**
 * Reads OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, JSON or YAML, with references to other files of its folder and, with
 * `remote`, to documents at https addresses. Throws UserError with file, line and column for what can't be read; what
 * can be repaired becomes a warning.
 */
export async function readSpec(file: string, read: Read, remote?: Read): Promise<SpecReading> {
  const sources: Sources = remote ? { read, remote } : { read };
  const documents = new Documents(file, sources);
  const root = await documents.load();
  const version = versionOf(root, file);
  const wrong: Wrong[] = [];
  if (version === "2" && isObject(root)) {
    const open = opener(documents);
    wrong.push(...wrongIn(root, open));
    const converted = fromSwagger(root, open);
    documents.replace(converted);
    documents.each((one, path) => moveReferences(one, (ref) => documents.resolve(ref, path)?.file === file));
  }
  const frame = documents.get({ file, pointer: "" }) as Node; // versionOf checked that it is an object
  const reader = new Reader(documents, !String(frame["openapi"]).startsWith("3.0"));
  return reader.read(frame, root as Node, wrong);
}
