/** Offsets in UTF-16 units, the end excluded. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export type Trait =
  | "async"
  | "generator"
  | "static"
  | "abstract"
  | "getter"
  | "setter"
  | "overload"
  | "deprecated"
  /** The name refers to something documented by another declaration. */
  | "alias"
  /** A comment can't be added without changing the code's layout. */
  | "crowded"
  /** Its comment is for tools, or points to another's documentation. */
  | "closed";

/** The result of an expression. */
export interface Shape {
  readonly kind:
    | "nothing"
    | "literal"
    | "text"
    | "truth"
    | "object"
    | "list"
    | "function"
    | "new"
    | "call"
    | "name"
    | "choice"
    | "markup"
    | "other";
  /** Source on one line. */
  readonly code: string;
  /** The called, created or named chain: `a.b.c`. */
  readonly name?: string;
  /** An object's keys, or the source of a list's items or a call's arguments. */
  readonly parts?: readonly string[];
  /** The type, if the expression allows no other. */
  readonly type?: "string" | "number" | "boolean";
}

/** A call, a write or a yield that is a statement by itself. */
export interface Step {
  readonly shape: Shape;
  /** Inside a branch or loop. */
  readonly inner: boolean;
}

export interface Member {
  readonly name: string;
  readonly type?: string;
  readonly optional: boolean;
  readonly value?: string;
  /** The text of its own comment. */
  readonly comment?: string;
}

/** A `throw`, with its message if it is a literal. */
export interface Thrown {
  readonly type: string;
  readonly when?: string;
  /** The error caught before, or the call that failed. */
  readonly after?: string;
  readonly message?: string;
  /** Outside branches and loops: reached whenever nothing was returned or thrown before. */
  readonly last?: true;
}

/** What a declaration's source shows about it, as a basis for its documentation. */
export interface Study {
  readonly traits: ReadonlySet<Trait>;
  /** Without the `@` mark. */
  readonly decorators: readonly string[];
  readonly generics: readonly string[];
  /** Base classes and implemented interfaces. */
  readonly bases: readonly string[];
  /** Members of a class, interface or enum; methods are declarations of their own. */
  readonly members: readonly Member[];
  /** The value of a constant or type. */
  readonly value?: Shape;
  readonly steps: readonly Step[];
  /** `caught` if the value is returned after an error was caught, whatever else holds. */
  readonly returns: readonly { readonly shape: Shape; readonly when?: string; readonly caught?: true }[];
  /** The functions that each parameter is passed to; of a destructured one, each field. */
  readonly passed: Readonly<Record<string, readonly string[]>>;
  /** Fields of a destructured parameter, by the parameter's position. */
  readonly fields: Readonly<Record<number, readonly { readonly name: string; readonly default?: string }[]>>;
  readonly throws: readonly Thrown[];
}

/** A name that a file imports. */
export interface Imported {
  readonly local: string;
  /** `*` for the whole module, `default` for its default export. */
  readonly name: string;
  readonly from: string;
}

/** What a test asserts about a call with literal arguments. */
export interface Shown {
  /** The called function as the test names it: `f`, `Queue.size`. */
  readonly target: string;
  /** Names the call uses from outside. */
  readonly names: readonly string[];
  readonly call: string;
  /** Source of the expected result. */
  readonly value?: string;
  /** The test asserts only that the result is as truthy as the value. */
  readonly loose?: true;
  readonly throws?: true;
  /** An error is returned next to the result, and it is nil. */
  readonly fallible?: true;
  /** Statements that create the values the call uses. */
  readonly before?: readonly string[];
  /** Assembled from several lines of the test; reliable only after execution. */
  readonly derived?: true;
  readonly title: string;
  readonly awaited: boolean;
}

/** A part of a docstring. */
export interface Entry {
  /** `attribute` is a field of a class; `type` is the type of a parameter or attribute described by another part. */
  readonly kind:
    | "parameter"
    | "returns"
    | "raises"
    | "example"
    | "deprecated"
    | "attribute"
    | "type"
    | "other";
  readonly name: string;
  readonly text: string;
  /** Its whole lines, including the last line break. */
  readonly range: Range;
  /** The range of the name. */
  readonly at?: Range;
  /** The range of the stated type, without markers for optional values. */
  readonly type?: Range;
  /** The result is what a generator yields. */
  readonly yields?: true;
}

/** The fields of a class or type. */
export interface Held {
  /** Fields with the types and values written in the source. */
  readonly fields: readonly { readonly name: string; readonly type?: string; readonly default?: string }[];
  /** Whether it certainly has no other fields. */
  readonly closed: boolean;
}

/** A comment above a declaration that isn't its docstring. */
export interface Remark {
  readonly range: Range;
  readonly lines: readonly string[];
}

/** The content to add to a docstring or to create one from. */
export interface Addition {
  /** A comment that becomes the docstring, as written. */
  readonly lifted?: Remark;
  readonly summary?: string;
  readonly deprecated?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type?: string;
    readonly text: string;
    readonly value?: string;
  }[];
  readonly returns?: { readonly type?: string; readonly text: string };
  readonly raises: readonly { readonly type: string; readonly when: string }[];
  readonly examples: readonly { readonly title?: string; readonly code: string }[];
  readonly notes?: readonly string[];
  /** The project's docstring convention, for a file that shows none. */
  readonly habit?: string;
  /** The project's maximum line length. */
  readonly width?: number;
}

export interface Edit {
  readonly range: Range;
  readonly text: string;
  /** Lines of a docstring that it changes because they are outdated. */
  readonly mends?: readonly string[];
}

/** The study of a declaration in which nothing was found. */
export const nothingStudied: Omit<Study, "traits"> = {
  decorators: [],
  generics: [],
  bases: [],
  members: [],
  steps: [],
  returns: [],
  passed: {},
  fields: {},
  throws: [],
};
