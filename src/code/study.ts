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
  /** Its name stands for something that another declaration documents. */
  | "alias"
  /** No comment can be put on it without changing the layout of the code. */
  | "crowded"
  /** Its comment belongs to tools, or says that another's counts. */
  | "closed";

/** What an expression gives. */
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
    /** One after the other of what `code` names. */
    | "item"
    | "other";
  /** Its source, on one line. */
  readonly code: string;
  /** What is called, made or named: `a.b.c`. */
  readonly name?: string;
  /** The keys of an object, the source of a list's items or of a call's arguments. */
  readonly parts?: readonly string[];
  /** A certain type, where the expression leaves no other. */
  readonly type?: "string" | "number" | "boolean";
}

/** Something that a body does, in order. */
export interface Step {
  readonly kind: "call" | "write" | "yield";
  readonly shape: Shape;
  /** What is written to: `this.x`, `options.y`. */
  readonly to?: string;
  /** In a branch or a loop. */
  readonly inner: boolean;
}

/** One way that a parameter is used. */
export type Use =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "argument"; readonly of: string; readonly position: number }
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "called"; readonly code: string }
  | { readonly kind: "tested" }
  | { readonly kind: "compared"; readonly code: string }
  /** Goes into an expression. */
  | { readonly kind: "computed"; readonly code: string }
  | { readonly kind: "iterated" }
  | { readonly kind: "stored"; readonly in: string }
  | { readonly kind: "changed"; readonly name: string }
  | { readonly kind: "returned" };

export interface Member {
  readonly name: string;
  readonly type?: string;
  readonly optional: boolean;
  readonly value?: string;
  /** What a comment of its own says of it. */
  readonly said?: string;
}

/** A `throw`, with the message where it is written there. */
export interface Thrown {
  readonly type: string;
  readonly when?: string;
  /** What was caught before, or what failed. */
  readonly after?: string;
  readonly message?: string;
  /** In no branch or loop: reached wherever nothing was returned or thrown before. */
  readonly last?: true;
}

/** What the source of a declaration shows about it, for what is said about it. */
export interface Study {
  readonly traits: ReadonlySet<Trait>;
  /** Without their mark. */
  readonly decorators: readonly string[];
  readonly generics: readonly string[];
  /** What it extends and implements. */
  readonly bases: readonly string[];
  /** Of a class, an interface, an enum: what it holds; methods are declarations of their own. */
  readonly members: readonly Member[];
  /** Of a constant or a type. */
  readonly value?: Shape;
  readonly steps: readonly Step[];
  /** `caught`: given where an error was caught, whatever else holds there. */
  readonly returns: readonly { readonly shape: Shape; readonly when?: string; readonly caught?: true }[];
  /** By parameter; those of a destructured one by its own fields. */
  readonly uses: Readonly<Record<string, readonly Use[]>>;
  /** The fields that a destructured parameter takes, by its place. */
  readonly fields: Readonly<Record<number, readonly { readonly name: string; readonly default?: string }[]>>;
  /** What it throws: the message where it is written there. */
  readonly throws: readonly Thrown[];
}

/** A name that a file takes from another. */
export interface Imported {
  readonly local: string;
  /** `*` for the whole module, `default` for its default. */
  readonly name: string;
  readonly from: string;
}

/** What a test asserts about a call of literals. */
export interface Shown {
  /** What is called, as the test names it: `f`, `Queue.size`. */
  readonly target: string;
  /** What the call takes from outside. */
  readonly names: readonly string[];
  readonly call: string;
  /** The source of what it gives. */
  readonly value?: string;
  readonly throws?: true;
  /** An error stands beside what it gives, and there is none. */
  readonly fallible?: true;
  /** Statements that make what the call is made of. */
  readonly before?: readonly string[];
  /** Put together from several lines of the test: true only where it was executed. */
  readonly derived?: true;
  /** Of the test. */
  readonly title: string;
  readonly awaited: boolean;
}

/** A part of a docstring. */
export interface Entry {
  /** An `attribute` is held by a class; a `type` is that of a parameter or an attribute which another part tells of. */
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
  /** Its whole lines, with the end of the last. */
  readonly range: Range;
  /** Of the name itself. */
  readonly at?: Range;
  /** Of the type that it states, without marks for what may be left out. */
  readonly type?: Range;
  /** Of a result: what a generator gives, one after the other. */
  readonly yields?: true;
}

/** What a class or a type holds. */
export interface Held {
  /** Its fields, with the types and values that are written there. */
  readonly fields: readonly { readonly name: string; readonly type?: string; readonly default?: string }[];
  /** Whether it certainly holds no other fields. */
  readonly closed: boolean;
}

/** What stands in a comment above a declaration that isn't its docstring. */
export interface Remark {
  readonly range: Range;
  readonly lines: readonly string[];
}

/** A file that nothing is said about yet. */
export interface Loading {
  /** What runs when it is loaded: the bodies of functions and classes are left out. */
  readonly source: string;
  /** Nothing of it is for others to take. */
  readonly program: boolean;
  overview(text: string): Edit;
}

/** What is to be added to a declaration's docstring, or to make a new one of. */
export interface Addition {
  /** A comment that becomes the docstring, in its own words. */
  readonly lifted?: Remark;
  readonly summary?: string;
  readonly deprecated?: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type?: string;
    readonly text: string;
    readonly value?: string;
  }[];
  readonly returns?: { readonly type?: string; readonly text: string; readonly yields?: boolean };
  readonly raises: readonly { readonly type: string; readonly when: string }[];
  readonly examples: readonly { readonly title?: string; readonly code: string }[];
  readonly notes?: readonly string[];
  /** The project's convention of docstrings, for a file that shows none of its own. */
  readonly habit?: string;
  /** How long the project lets lines be. */
  readonly width?: number;
}

export interface Edit {
  readonly range: Range;
  readonly text: string;
  /** Lines of a docstring that it changes because they are no longer true. */
  readonly mends?: readonly string[];
}

/** Of a declaration in which nothing of the kind was found. */
export const nothingStudied: Omit<Study, "traits"> = {
  decorators: [],
  generics: [],
  bases: [],
  members: [],
  steps: [],
  returns: [],
  uses: {},
  fields: {},
  throws: [],
};
