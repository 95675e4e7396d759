import { remembered } from "../../../lib/index.ts";
import { groupsOf, type OperationGroup } from "../../specification/groups.ts";
import type { Named } from "../../specification/named.ts";
import { docComment, key, literal } from "./typescript-literals.ts";
import { choiceOf } from "./choices.ts";
import { isBare } from "./operations.ts";

// Path keys have no constraint: the compiler would look at each list's members to check it, for every operation.
const head = `import { createClient } from "./client.js";
import * as o from "./operations.js";
import type { CallOptions, Client, Unexpected } from "./runtime.js";

interface Answered {
  readonly kind: unknown;
  readonly ok: boolean;
  readonly status: number;
  readonly data: unknown;
  readonly response: Response;
}

/** An answer that is no success; answer is what the document describes of it, and data its body. */
export class ResponseError<R extends Answered = Unexpected> extends Error {
  override readonly name = "ResponseError";
  readonly status: number;
  readonly data: unknown;
  readonly answer: R;

  constructor(answer: R) {
    super(answer.response.url + " answered " + answer.status);
    this.status = answer.status;
    this.data = answer.data;
    this.answer = answer;
  }
}

/** The data of those answers that may be a success. */
export type SuccessData<R> = R extends { readonly ok: infer Ok; readonly data: infer Data } ? (true extends Ok ? Data : never) : never;

/** An answer on its way: awaited, it is the data of a success and raises ResponseError else; result() gives the answer as it is. */
export interface PendingResult<R> extends Promise<SuccessData<R>> {
  result(): Promise<R>;
}

type Keys = readonly string[];
type More<P> = {} extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

type Given<P, K> = K extends Keys ? { [I in keyof K]: K[I] extends keyof P ? P[K[I]] : never } : [];

type Rest<P, K> = P extends unknown ? Omit<P, K extends Keys ? K[number] : never> : never;

/** An operation: what its path names one by one, then everything else. */
export type OperationMethod<P, R, K = []> = (
  ...given: [...Given<P, K>, ...More<Rest<P, K>>]
) => PendingResult<R>;

function method(client: Client, call: unknown, keys: readonly string[]) {
  const send = call as (client: Client, params: object, options?: CallOptions) => Promise<Answered>; // its own parameters in one object
  return (...given: readonly unknown[]): PendingResult<Answered> => {
    const params: { [key: string]: unknown } = { ...(given[keys.length] as object | undefined) };
    for (const [i, key] of keys.entries()) params[key] = given[i];
    const answer = send(client, params, given[keys.length + 1] as CallOptions | undefined);
    const data = answer.then((result) => {
      if (!result.ok) throw new ResponseError(result as never);
      return result.data;
    });
    data.catch(() => undefined); // whoever asks for the result alone has seen the failure there
    return Object.assign(data as Promise<never>, { result: () => answer });
  };
}
`;

const choosing = `
/** An operation of which a success comes in several media types: accept, in the options, chooses one and its type. */
export interface ChoosingMethod<P, R, By, K = []> {
  <A extends keyof By>(
    ...given: [
      ...Given<P, K>,
      params: Rest<P, K> | ({} extends Rest<P, K> ? undefined : never),
      options: CallOptions & { readonly accept: A },
    ]
  ): PendingResult<Chosen<R, By[A]>>;
  (...given: [...Given<P, K>, ...More<Rest<P, K>>]): PendingResult<R>;
}
`;

/** Returns the keys of path parameters, in path order. */
export const pathKeys = ({ operation, keys }: Named): readonly string[] =>
  [...operation.path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => {
    const parameter = operation.parameters.find(
      (parameter) => parameter.in === "path" && parameter.name === name,
    );
    const found = parameter && keys.get(parameter);
    return found === undefined ? [] : [found];
  });

export const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

function methodType({ named, name }: OperationGroup["methods"][number]): string {
  const { operation, result, choices } = named;
  const about = docComment([operation.summary, operation.deprecated ? "@deprecated" : undefined], "    ");
  const params = isBare(operation) ? "NoParams" : `o.${named.params}`;
  const keys = unique(pathKeys(named));
  const choice = choiceOf(operation) ? `, o.${choices}` : "";
  const path = keys.length ? `, [${keys.map(literal).join(", ")}]` : "";
  return `${about}    readonly ${key(name)}: ${choice ? "ChoosingMethod" : "OperationMethod"}<${params}, o.${result}${choice}${path}>;\n`;
}

const methodValue = ({ named, name }: OperationGroup["methods"][number]): string => {
  const keys = unique(pathKeys(named));
  const label = keys.length ? `${name}(${keys.join(", ")})` : name;
  return `      ${key(label)}: o.${named.name},\n`;
};

/** Returns the operations as methods of an object, by group; cached. */
export const groups = remembered((operations: readonly Named[]) => groupsOf(operations, ["client"]));

/** Generates `api.ts`: all operations in groups, as methods that return data or throw. */
export function groupedModule(operations: readonly Named[]): string {
  const all = groups(operations);
  const types = all.map(
    ({ name, methods }) => `  readonly ${key(name)}: {\n${methods.map(methodType).join("")}  };\n`,
  );
  const values = all.map(
    ({ name, methods }) => `    ${key(name)}: {\n${methods.map(methodValue).join("")}    },\n`,
  );
  const bare = operations.some(({ operation }) => isBare(operation));
  const chooses = operations.some(({ operation }) => choiceOf(operation));
  const imported = `${chooses ? "Chosen, " : ""}Client, ${bare ? "NoParams, " : ""}Unexpected`;
  return `${head.replace("Client, Unexpected", imported)}${chooses ? choosing : ""}
/** All operations, grouped as the document groups them. */
export interface GroupedApi {
  readonly client: Client;
${types.join("")}}

/** The operations of an API as methods, which give data or raise ResponseError. A bundler keeps all of them. */
export const createApi = (...given: Parameters<typeof createClient>): GroupedApi => {
  const client = createClient(...given);
  /** Functions by the names of their methods; in brackets what their paths name. */
  const groups: { readonly [group: string]: { readonly [method: string]: unknown } } = {
${values.join("")}  };
  const api: { [name: string]: unknown } = { client };
  for (const group in groups) {
    const methods: { [name: string]: unknown } = {};
    for (const text in groups[group]) {
      const [name = "", ...keys] = text.split(/[(,)] ?/).filter((part) => part !== "");
      methods[name] = method(client, groups[group][text], keys);
    }
    api[group] = methods;
  }
  return api as unknown as GroupedApi; // what the interface says of each stands in its entry
};
`;
}
