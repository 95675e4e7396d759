import type { Spec, SpecOperation, SpecParameter } from "../../spec.ts";

/** The operations on a collection and on one of its records. */
export interface Family {
  readonly path: string;
  /** Name of the parameter that leads to one record; undefined where no path does. */
  readonly key?: string;
  readonly parameter?: SpecParameter;
  readonly list?: SpecOperation;
  readonly create?: SpecOperation;
  readonly get?: SpecOperation;
  /** Makes records under names that the client gives; undefined where something else makes them. */
  readonly put?: SpecOperation;
  readonly ofAll: readonly SpecOperation[];
  readonly ofOne: readonly SpecOperation[];
  /** Whether the answer must tell how the record is got. */
  readonly needsId: boolean;
}

/** A path without what does not tell it from others: a slash or a format at its end. */
export const plainPath = (path: string): string => path.replace(/\/+$/, "").replace(/\.json$/i, "");
/** The same, whatever its parameters are called. */
export const template = (path: string): string => plainPath(path).replaceAll(/\{[^{}]*\}/g, "{}");

/** Name of the parameter that is all of a path's last part. */
export const lastParameter = (path: string): string | undefined =>
  /\/\{([^{}/]+)\}$/.exec(plainPath(path))?.[1];

const isWhole = (path: string): boolean =>
  path.split("/").every((part) => !/[{}]/.test(part) || /^\{[^{}]+\}$/.test(part));

function familyOf(all: readonly SpecOperation[], one: readonly SpecOperation[]): Family {
  const by = (operations: readonly SpecOperation[], method: string): SpecOperation | undefined =>
    operations.find((operation) => operation.method === method);
  const [list, create, get, put] = [by(all, "get"), by(all, "post"), by(one, "get"), by(one, "put")];
  const path = plainPath(all[0]?.path ?? one[0]?.path.replace(/\/\{[^{}/]+\}(\/|\.json)*$/, "") ?? "");
  const lead = get ?? put ?? one[0];
  const key = lead && lastParameter(lead.path);
  const parameter = lead?.parameters.find(({ name, in: place }) => place === "path" && name === key);
  return {
    path,
    ...(key === undefined ? {} : { key }),
    ...(parameter ? { parameter } : {}),
    ...(list ? { list } : {}),
    ...(create ? { create } : {}),
    ...(get ? { get } : {}),
    ...(put && !create ? { put } : {}),
    ofAll: all,
    ofOne: one,
    needsId: create !== undefined && one.length > 0,
  };
}

/** Every collection that records can be added to and read from. */
export function families(spec: Spec): readonly Family[] {
  const all = new Map<string, SpecOperation[]>();
  const one = new Map<string, SpecOperation[]>();
  const add = (to: Map<string, SpecOperation[]>, key: string, operation: SpecOperation): void =>
    void to.set(key, [...(to.get(key) ?? []), operation]);
  for (const operation of spec.operations) {
    if (!isWhole(plainPath(operation.path))) continue;
    const key = template(operation.path);
    add(all, key, operation);
    if (lastParameter(operation.path) !== undefined) add(one, key.slice(0, -"/{}".length), operation);
  }
  return [...new Set([...all.keys(), ...one.keys()])].flatMap((path) => {
    const family = familyOf(all.get(path) ?? [], one.get(path) ?? []);
    const writes = family.create ?? family.put;
    return writes && (family.list ?? family.get) ? [family] : [];
  });
}
