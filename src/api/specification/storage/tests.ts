import { isObject, type Json } from "../../../lib/index.ts";
import type { Spec, SpecOperation } from "../../spec.ts";
import {
  pathParts,
  Planner,
  type Earlier,
  type OperationTests,
  type Setting,
  type SpecTest,
  type TestRequest,
} from "../tests.ts";
import type { AnswerFrame, Condition, OperationBinding, Source, Storage } from "./types.ts";

/** Returns the path of a column's value in a response. */
function wayTo(
  frame: AnswerFrame | undefined,
  column: string,
  storage: Storage,
): readonly (string | number)[] | undefined {
  if (frame?.is === "record") {
    const view = storage.views.find(({ name }) => name === frame.view);
    const found = Object.entries(view?.members ?? {}).find(
      ([, what]) => what.is === "column" && what.column === column,
    )?.[0];
    if (found === undefined) return undefined;
    return view?.within?.names.includes(found) ? [view.within.member, found] : [found];
  }
  const inner: readonly (readonly [string | number, AnswerFrame])[] =
    frame?.is === "object" ? Object.entries(frame.members) : frame?.is === "one" ? [[0, frame.item]] : [];
  for (const [name, member] of inner) {
    const way = wayTo(member, column, storage);
    if (way) return [name, ...way];
  }
  return undefined;
}

/** Returns the path parameters that conditions compare, with their columns. */
function inPath(
  where: readonly Condition[],
  resource: string,
): readonly (readonly [parameter: string, resource: string, column: string])[] {
  return where.flatMap(({ column, value }) => ofSource(value, resource, column));
}

const ofSource = (
  value: Source,
  resource: string,
  column: string,
): readonly (readonly [string, string, string])[] =>
  value.from === "parameter" && value.in === "path"
    ? [[value.name, resource, column]]
    : value.from === "select"
      ? inPath(value.where, value.resource)
      : [];

/** Plans the tests of a server whose operations storage serves. */
export class StoragePlanner extends Planner {
  readonly storage: Storage;
  readonly seeds: ReadonlyMap<string, Readonly<Record<string, Json>>>;

  constructor(spec: Spec, storage: Storage, seeds: ReadonlyMap<string, Readonly<Record<string, Json>>>) {
    super(spec);
    this.storage = storage;
    this.seeds = seeds;
  }

  /** Returns the records that a path needs: created beforehand, or from the seeds. */
  override parents(path: string, operation?: SpecOperation): Setting {
    const binding = operation && this.storage.bound.get(operation.operationId);
    const before: TestRequest[] = [];
    const earlier = new Map<number, string | Earlier>();
    const { parents = [] } = binding ?? this.storage.unbound.get(operation?.operationId ?? "") ?? {};
    const names = pathParts(path);
    const parentColumns = [
      ...parents.flatMap((parent) => inPath(parent.where, parent.resource)),
      ...(!binding || binding.does === "put" || binding.does === "create"
        ? []
        : inPath(binding.where, binding.resource)),
    ];
    let lost = false;
    for (const [parameter, resource, column] of parentColumns) {
      const index = names.indexOf(`{${parameter}}`);
      if (index < 0 || earlier.has(index)) continue;
      const refers = this.column(resource, column)?.refers;
      const target =
        refers === undefined
          ? ([resource, column] as const)
          : ([refers, this.resource(refers)?.key[0] ?? ""] as const);
      const value = this.record(target, { before, earlier }, 0);
      if (value === undefined) lost ||= refers !== undefined || this.resource(resource)?.name === resource;
      else earlier.set(index, value);
    }
    return { before, earlier, lost };
  }

  resource(name: string): Storage["resources"][number] | undefined {
    return this.storage.resources.find((resource) => resource.name === name);
  }

  column(resource: string, name: string): Storage["resources"][number]["columns"][number] | undefined {
    return this.resource(resource)?.columns.find((column) => column.name === name);
  }

  /** Creates a record, and returns the value of one of its columns. */
  record(
    [resource, column]: readonly [string, string],
    setting: Omit<Setting, "lost">,
    depth: number,
  ): string | Earlier | undefined {
    const seed = this.seeds.get(resource)?.[column];
    if (seed !== undefined && typeof seed !== "object") return encodeURIComponent(String(seed));
    if (depth > 3) return undefined;
    for (const operation of this.spec.operations) {
      const binding = this.storage.bound.get(operation.operationId);
      if (
        binding?.resource !== resource ||
        binding.does !== "create" ||
        this.credentials(operation) === undefined
      )
        continue;
      const way = wayTo(binding.frame, column, this.storage);
      const sent = this.sentValue(operation, binding, column);
      if (!way && sent === undefined) continue;
      // What its own path needs is created first, at the same positions.
      const request = this.made(operation, binding, setting, depth);
      if (!request) continue;
      setting.before.push(request);
      return way ? { request: setting.before.length - 1, member: way } : encodeURIComponent(String(sent));
    }
    return undefined;
  }

  made(
    operation: SpecOperation,
    binding: OperationBinding,
    setting: Omit<Setting, "lost">,
    depth: number,
  ): TestRequest | undefined {
    const names = pathParts(operation.path);
    const earlierValues = new Map<number, string | Earlier>();
    for (const [parameter, resource, column] of binding.parents.flatMap((parent) =>
      inPath(parent.where, parent.resource),
    )) {
      const index = names.indexOf(`{${parameter}}`);
      const known = setting.earlier.get(index);
      const value = known ?? this.record([resource, column], setting, depth + 1);
      if (value === undefined) return undefined;
      earlierValues.set(index, value);
    }
    return this.refers(binding) ? undefined : this.request(operation, { earlier: earlierValues }, {});
  }

  /** Whether a body must refer to a record, which no example can know. */
  refers({ body, resource }: OperationBinding): boolean {
    const names = Object.values(body?.columns ?? {});
    return names.some((name) => this.column(resource, name)?.refers !== undefined);
  }

  sentValue(operation: SpecOperation, { body }: OperationBinding, column: string): Json | undefined {
    const sent = this.body(operation);
    const member = Object.entries(body?.columns ?? {}).find(([, item]) => item === column)?.[0];
    if (!sent || !("json" in sent) || member === undefined) return undefined;
    const inner = (body?.within ?? []).reduce<Json | undefined>(
      (found, name) => (isObject(found) ? (found as Readonly<Record<string, Json>>)[name] : undefined),
      sent.json,
    ); // members of JSON
    const value = isObject(inner) ? (inner as Readonly<Record<string, Json>>)[member] : undefined; // likewise
    return typeof value === "object" ? undefined : value;
  }

  override plan(operation: SpecOperation): OperationTests {
    const binding = this.storage.bound.get(operation.operationId);
    if (!binding) {
      const reason = this.storage.unbound.get(operation.operationId)?.why ?? "";
      const { lost } = this.parents(operation.path, operation);
      const rest = super.plan(operation);
      const tests = lost ? rest.tests.filter(({ status }) => status !== 501) : rest.tests;
      return { ...rest, tests, todo: `is yours to write: ${reason}` };
    }
    return super.plan(operation);
  }

  override isBound(operation: SpecOperation): boolean {
    return this.storage.bound.has(operation.operationId);
  }

  /** Tests the success of operations whose result depends only on the document. */
  override success(
    operation: SpecOperation,
    before: readonly TestRequest[],
    request: TestRequest,
  ): readonly SpecTest[] {
    const binding = this.storage.bound.get(operation.operationId);
    if (!binding) return [{ name: "is not written yet", before, request, status: 501 }];
    if (
      binding.does === "login" ||
      (this.refers(binding) && binding.does !== "get" && binding.does !== "list" && binding.does !== "remove")
    )
      return [];
    const isCurrent = binding.where.some(({ value }) => value.from === "caller");
    if (isCurrent && this.resource(binding.resource)?.account === undefined) return [];
    const single =
      this.resource(binding.resource)?.single === true &&
      (binding.does === "get" || binding.does === "remove" || binding.does === "update");
    if (single && !this.seeds.has(binding.resource)) return [];
    const required = operation.parameters.some(
      ({ in: place, required: needed }) => place === "query" && needed,
    );
    if (binding.does !== "list" && required) return [];
    const keyed = binding.where.some(({ value }) => value.from === "body");
    if (keyed) return [];
    const status = binding.madeStatus ?? binding.status;
    return [{ name: `answers ${status}`, before, request, status }];
  }

  override missing(operation: SpecOperation, { before, earlier }: Setting): readonly SpecTest[] {
    const binding = this.storage.bound.get(operation.operationId);
    const [key, resource, column] = binding ? (inPath(binding.where, binding.resource).at(-1) ?? []) : [];
    const parameter = operation.parameters.find(
      (parameter) => parameter.in === "path" && parameter.name === key,
    );
    const single = resource !== undefined && this.seeds.has(resource);
    if (
      !binding ||
      !parameter ||
      binding.does === "put" ||
      binding.does === "list" ||
      binding.does === "create" ||
      single ||
      column === undefined
    )
      return [];
    const value = this.value(parameter);
    const index = pathParts(operation.path).indexOf(`{${parameter.name}}`);
    const request =
      value === undefined
        ? undefined
        : this.request(
            operation,
            { earlier: new Map([...earlier].filter(([i]) => i !== index)) },
            { parameters: new Map([[parameter, value]]) },
          );
    if (!request) return [];
    return [
      {
        name: "answers 404 for a record that is not there",
        before: this.needed(request, before),
        request,
        status: 404,
      },
    ];
  }

  /** Returns the earlier requests that the path needs. */
  needed({ path }: TestRequest, before: readonly TestRequest[]): readonly TestRequest[] {
    const last = Math.max(-1, ...path.flatMap((piece) => (typeof piece === "object" ? [piece.request] : [])));
    return before.slice(0, last + 1);
  }
}

/** Yields the tests of a server; for operations the user has to write, what they respond until then. */
export function* openTests(
  spec: Spec,
  storage: Storage,
  seeds: ReadonlyMap<string, Readonly<Record<string, Json>>>,
): Iterable<OperationTests> {
  const planner = new StoragePlanner(spec, storage, seeds);
  for (const operation of spec.operations) yield planner.plan(operation);
}

/**
 * Yields the same without tests that fail once the user writes the operation; the user has to write those tests too.
 */
export function* storageTests(...args: Parameters<typeof openTests>): Iterable<OperationTests> {
  for (const open of openTests(...args))
    yield open.todo === undefined
      ? open
      : { ...open, tests: open.tests.filter(({ status }) => status !== 501) };
}
