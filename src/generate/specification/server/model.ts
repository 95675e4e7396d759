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

/** Operations that share a routes file and a controllers file. */
export interface Group {
  /** Name of its files. */
  readonly file: string;
  /** Name of its modules in imports. */
  readonly name: string;
  readonly operations: readonly Served[];
}

export interface Served extends Named {
  /** What storage does for it. */
  readonly does: OperationBinding | undefined;
  /** Other paths that this operation's path also matches, and that don't have its method. */
  readonly except: readonly string[];
}

export interface ServerModel {
  readonly model: Model;
  readonly groups: readonly Group[];
  readonly storage: Storage;
  /** Prefix of the document's paths: `/v1`. */
  readonly base: string;
  readonly paths: readonly ServedPath[];
  /** Operations that this kind of server can't have, and why. */
  readonly left: readonly (readonly [operation: SpecOperation, why: string])[];
}

/** Returns lower-case words joined by hyphens, safe as a file name. */
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

/** Whether Windows reserves a name and allows no file of it. */
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

/** Returns the path of the first server, which prefixes all paths. */
function baseOf(spec: Spec): string {
  const [server] = spec.servers;
  if (!server) return "";
  const address = addressOf(server);
  // Resolved against a dummy host: `..` segments stop at the root, as in clients.
  const origin = "http://x";
  if (!URL.canParse(address) && !(address.startsWith("/") && URL.canParse(origin + address))) return "";
  const path = URL.canParse(address) ? new URL(address).pathname : new URL(origin + address).pathname;
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

/** Names used beside those of operations in the same file. */
const needed = (
  "Context Issue Problem Route perform checkParents records near notWritten context input " +
  // Members of a class, and those that a framework or the language calls.
  "constructor then onModuleInit onModuleDestroy onApplicationBootstrap onApplicationShutdown " +
  "beforeApplicationShutdown"
).split(" ");

/** Returns everything that the server of a specification is generated from. */
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
