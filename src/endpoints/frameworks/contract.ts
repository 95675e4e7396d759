import type { JsonSchema } from "../../schema/index.ts";
import type { Origin } from "../schema/origins.ts";
import type { Library, Machine, Place } from "../evaluate/types.ts";

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
