import {
  storageOf,
  type OperationBinding,
  type Storage,
  type Spec,
  type SpecOperation,
} from "../../../api/index.ts";
import { modelOf, type Model } from "../model.ts";
import { nameOperations, type Named } from "../named.ts";
import { addressOf } from "../address.ts";
import { exceptions, servedPaths, type ServedPath } from "./paths.ts";

/** Operations that one file of routes and one of controllers hold. */
export interface Group {
  /** Name of its files. */
  readonly file: string;
  /** Name of its modules where they are imported. */
  readonly name: string;
  readonly operations: readonly Served[];
}

export interface Served extends Named {
  /** What storage does for it. */
  readonly does: OperationBinding | undefined;
  /** Paths that its own matches too, but that are others' and have no such method. */
  readonly except: readonly string[];
}

export interface ServerModel {
  readonly model: Model;
  readonly groups: readonly Group[];
  readonly storage: Storage;
  /** What comes before the paths of the document: `/v1`. */
  readonly base: string;
  readonly paths: readonly ServedPath[];
  /** Operations that no server of this kind can have, and why. */
  readonly left: readonly (readonly [operation: SpecOperation, why: string])[];
}

/** Lower-case words joined by hyphens: safe as a file's name. */
const kebab = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);

const first = (path: string): string =>
  path.split("/").find((part) => part !== "" && !part.includes("{")) ?? "api";

/** Names that Windows gives to no file. */
const isDevice = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name);

function groupsOf(operations: readonly Served[]): readonly Group[] {
  const groups = new Map<string, Served[]>();
  for (const served of operations) {
    const name = kebab(served.operation.tags[0] ?? "") || kebab(first(served.operation.path)) || "api";
    const file = name === "index" ? "root" : isDevice(name) ? `${name}-routes` : name;
    groups.set(file, [...(groups.get(file) ?? []), served]);
  }
  return [...groups].map(([file, list]) => ({
    file,
    name: `${/^\d/.test(file) ? "api-" : ""}${file}`.replaceAll(/-([a-z\d])/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    operations: list,
  }));
}

/** The path of the first server, which all paths are below. */
function baseOf(spec: Spec): string {
  const [server] = spec.servers;
  if (!server) return "";
  const address = addressOf(server);
  // Below no host of its own: steps upwards end where it begins, as clients take them.
  const own = "http://x";
  if (!URL.canParse(address) && !(address.startsWith("/") && URL.canParse(own + address))) return "";
  const path = URL.canParse(address) ? new URL(address).pathname : new URL(own + address).pathname;
  const clean = path.replaceAll("%7E", "~").replace(/\/+$/, "");
  return /^(\/[\w.~-]+)*$/.test(clean) ? clean : "";
}

function unservable(
  operation: SpecOperation,
  methods: readonly string[],
  seen: Set<string>,
): string | undefined {
  if (!methods.includes(operation.method))
    return `no route has the method ${operation.method.toUpperCase().slice(0, 20)}`;
  if (/[?#]/.test(operation.path))
    return "its path holds a query or fragment, which routes do not tell apart";
  const template = `${operation.method} ${operation.path.replaceAll(/\{[^{}]*\}/g, "{}")}`;
  if (/[{}]/.test(template.replaceAll("{}", ""))) return "its path has a brace too many";
  if (seen.has(template)) return "another operation has the same method and path";
  seen.add(template);
  return undefined;
}

/** Names that stand beside those of operations in one file. */
const needed = [
  "Context",
  "Issue",
  "Problem",
  "Route",
  "perform",
  "checkParents",
  "records",
  "near",
  "notWritten",
  "context",
  "input",
  // What a class has, and what a framework or the language calls on one.
  "constructor",
  "then",
  "onModuleInit",
  "onModuleDestroy",
  "onApplicationBootstrap",
  "onApplicationShutdown",
  "beforeApplicationShutdown",
];

/** A specification with everything that its server is written from. */
export function serverModel(spec: Spec, methods: readonly string[]): ServerModel {
  const seen = new Set<string>();
  const judged = spec.operations.map(
    (operation) => [operation, unservable(operation, methods, seen)] as const,
  );
  const operations = judged.flatMap(([operation, why]) => (why === undefined ? [operation] : []));
  const served = { ...spec, operations };
  const model = modelOf(served, needed);
  const storage = storageOf(served);
  const base = baseOf(spec);
  const paths = servedPaths(operations, base);
  const except = exceptions(paths, base);
  const named = nameOperations(model).map((nameOperation) => ({
    ...nameOperation,
    does: storage.bound.get(nameOperation.operation.operationId),
    except: except(nameOperation.operation),
  }));
  return {
    model,
    storage,
    groups: groupsOf(named),
    base,
    paths,
    left: judged.flatMap(([operation, why]) => (why === undefined ? [] : [[operation, why] as const])),
  };
}
