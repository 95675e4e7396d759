import type { JsonSchema } from "../../schema/index.ts";
import type { Origin } from "../schema/origins.ts";
import type { Library, Machine, Place, Value } from "../evaluate/types.ts";
import { items, texts } from "../evaluate/value.ts";

export type Verb = "get" | "post" | "put" | "patch" | "delete" | "options" | "head";

export interface Auth {
  /** `unknown`: the code that decides it, at `see`, could not be followed. */
  readonly level: "none" | "optional" | "required" | "unknown";
  readonly schemes: readonly string[];
  readonly see?: Place;
}

export interface Input {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Answer {
  readonly status: number;
  /** The body's schema, as far as the code shows it. */
  readonly schema?: JsonSchema;
  readonly type?: string;
}

/** One endpoint, of any framework. */
export interface Route {
  readonly method: Verb;
  /** The full path, with parameters as `{name}`. */
  readonly path: string;
  readonly auth: Auth;
  readonly params: readonly Input[];
  readonly query: readonly Input[];
  readonly headers: readonly Input[];
  readonly body?: { readonly type: string; readonly schema: JsonSchema };
  readonly answers: readonly Answer[];
  readonly file: string;
  /** Offset in the file. */
  readonly at: number;
  /** The place of its registration, if that isn't the handler itself. */
  readonly registered?: Place;
  /** The handler's name in the program. */
  readonly name: string;
  /** The declarations that describe its whole body or query. */
  readonly origins: readonly Origin[];
  /** The function that answers, if it is part of the project. */
  readonly handler?: { readonly file: string; readonly at: number; readonly name: string };
}

/** Knowledge about one framework, and its state while one project is read. */
export interface Framework extends Library {
  /** The registered routes, once every module has run. */
  routes(m: Machine): readonly Route[];
}

export interface FrameworkEntry {
  readonly language: "javascript" | "python";
  /** Whether a source may create an application of this framework. */
  uses(path: string, text: string): boolean;
  open(texts: ReadonlyMap<string, string>): Framework;
}

const most = 5000;

/** The routes of a framework. A registration counts once for each path, however often its code runs. */
export class FoundRoutes {
  readonly all: Route[] = [];
  readonly #seen = new Set<string>();

  /** Whether the maximum number of routes is exceeded. */
  get isFull(): boolean {
    return this.all.length > most;
  }

  /** Adds the route that `make` returns, if it is an endpoint. */
  add(place: Pick<Route, "method" | "path" | "file" | "at">, make: () => Route | undefined): void {
    const { method, path, file, at } = place;
    const key = `${method} ${path} ${file} ${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const route = make();
    if (route) this.all.push(route);
  }
}

/** The methods that are listed for a route that accepts all. */
export const usual = ["get", "post", "put", "patch", "delete"] as const satisfies readonly Verb[];

/** All methods that routes are listed for. */
export const verbs: readonly Verb[] = [...usual, "options", "head"];

/** The methods of a controller decorator, by name. */
export const decorating: Readonly<Record<string, readonly Verb[]>> = {
  Get: ["get"],
  Post: ["post"],
  Put: ["put"],
  Patch: ["patch"],
  Delete: ["delete"],
  Options: ["options"],
  Head: ["head"],
  All: usual,
};

export const isVerb = (name: string): name is Verb => verbs.some((verb) => verb === name);

/** The methods that a program lists, in upper or lower case: `["GET", "POST"]`. */
export const verbsIn = (value: Value | undefined): readonly Verb[] =>
  items(value)
    .flatMap((item) => texts(item))
    .map((item) => item.toLowerCase())
    .filter(isVerb);
