import { type Json, type JsonObject, remembered } from "../../lib/index.ts";
import type { ApiDefinition, BelongsTo, Operation, Resource } from "../definition.ts";
import type { Call } from "../example.ts";
import { belongsTo, ownedSets, writableFields } from "../fields.ts";
import { namesOf } from "../name-spelling.ts";
import { sampleId, sampleValue } from "../sample/value.ts";

/** A body with the calls that create what it refers to. */
export interface Prepared {
  readonly before: readonly Call[];
  readonly body: JsonObject;
  /** Counter for the values in the body. */
  readonly n: number;
}
export interface Creation {
  readonly before: readonly Call[];
  readonly body: JsonObject;
  readonly call: Call;
  readonly as: string;
}

/** Which fields a body contains: only the required ones, or all. */
export type Extent = "required" | "full";

/** What scenes look up in a definition, by name. */
interface Index {
  readonly resources: ReadonlyMap<string, Resource>;
  /** By resource and operation: `Task create`. */
  readonly operations: ReadonlyMap<string, Operation>;
}

const indexOf = remembered(({ resources, operations }: ApiDefinition): Index => ({
  resources: new Map(resources.map((resource) => [resource.name, resource])),
  // The first of each kind wins.
  operations: new Map(
    operations
      .toReversed()
      .map((operation) => [`${operation.binding?.resource} ${operation.binding?.does}`, operation]),
  ),
}));

/** Builds the calls of one example; values are numbered so that unique fields differ. */
export class Scene {
  readonly api: ApiDefinition;
  private readonly counts = new Map<string, number>();
  private readonly first: number;

  /** `first` is the first number for values, so that scenes on one database don't use the same unique values. */
  constructor(api: ApiDefinition, first = 1) {
    this.api = api;
    this.first = first;
  }

  resource(name: string): Resource {
    const found = indexOf(this.api).resources.get(name);
    if (!found) throw new Error(`No resource ${name}.`);
    return found;
  }

  operation(resource: string, does: string): Operation {
    const found = indexOf(this.api).operations.get(`${resource} ${does}`);
    if (!found) throw new Error(`${resource} has no ${does}.`);
    return found;
  }

  private next(name: string): number {
    const n = (this.counts.get(name) ?? this.first - 1) + 1;
    this.counts.set(name, n);
    return n;
  }

  /** Returns a call that creates a record, and the name under which its response is kept for later calls. */
  create(resource: Resource, extent: Extent = "required"): Creation {
    const { before, body, n } = this.body(resource, extent);
    const { operationId, method, path } = this.operation(resource.name, "create");
    return { before, body, call: { operationId, method, path, body }, as: `${namesOf(resource).camel}${n}` };
  }

  /** Returns all calls that create a record, and the name it is kept under; `{{name.id}}` is its id. */
  made(
    resource: Resource,
    extent: Extent = "required",
    changes: JsonObject = {},
  ): { readonly before: readonly Call[]; readonly as: string; readonly body: JsonObject } {
    const { before, call, as, body } = this.create(resource, extent);
    const changed = { ...body, ...changes };
    return { before: [...before, { ...call, as, body: changed }], as, body: changed };
  }

  body(resource: Resource, extent: Extent): Prepared {
    const sets = ownedSets(resource);
    const keys = belongsTo(resource);
    const before: Call[] = [];
    const body: Record<string, Json> = {};
    const n = this.next(resource.name);
    for (const field of writableFields(resource)) {
      if (extent === "required" && !field.required) continue;
      const key = keys.find((relation) => relation.field === field.name);
      const set = sets.find((relation) => relation.field === field.name);
      if (key || set) {
        const reference = this.reference(key ?? set, before);
        body[field.name] = set ? [reference] : reference;
      } else body[field.name] = sampleValue(field, n);
    }
    return { before, body, n };
  }

  /** Returns the id of another record created for this purpose; for a soft relation, any id. */
  private reference(relation: Pick<BelongsTo, "resource" | "soft"> | undefined, before: Call[]): string {
    if (!relation || relation.soft) return sampleId(this.next("soft"));
    const target = this.made(this.resource(relation.resource));
    before.push(...target.before);
    return `{{${target.as}.id}}`;
  }
}

/** Returns an operation's path with its id filled in. */
export const at = (operation: Operation, id: string): string => operation.path.replace("{id}", id);

/** Returns the placeholder of a kept record's id, for a path or body. */
export const idOf = (as: string): string => `{{${as}.id}}`;

/** An id that no record has. */
export const unknownId = "ffffffff-ffff-4fff-8fff-ffffffffffff";
