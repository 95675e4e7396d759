import type { JsonSchema } from "../../schema/index.ts";
import type { Origin } from "../schema/origins.ts";
import type { Library, Machine, Place } from "../evaluate/types.ts";

export type Verb = "get" | "post" | "put" | "patch" | "delete" | "options" | "head";

export interface Auth {
  /** `unknown`: what decides it could not be followed, at `see`. */
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
  /** What its body looks like, as far as the code shows. */
  readonly schema?: JsonSchema;
  readonly type?: string;
}

/** One endpoint, whatever framework serves it. */
export interface Route {
  readonly method: Verb;
  /** Whole, with parameters as `{name}`. */
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
  /** What registers it, where that isn't the handler itself. */
  readonly registered?: Place;
  /** What the program calls the handler. */
  readonly name: string;
  /** What describes its body and query as a whole. */
  readonly origins: readonly Origin[];
  /** The function that answers, where the project has it. */
  readonly handler?: { readonly file: string; readonly at: number; readonly name: string };
}

/** What is known of one framework while one project is read. */
export interface Framework extends Library {
  /** The routes that were registered, once every module has run. */
  routes(m: Machine): readonly Route[];
}

export interface FrameworkEntry {
  readonly language: "javascript" | "python";
  /** True of the sources that may make an application of it. */
  uses(path: string, text: string): boolean;
  open(texts: ReadonlyMap<string, string>): Framework;
}
