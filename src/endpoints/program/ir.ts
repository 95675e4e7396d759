/** The syntax tree of a program, independent of its language: both front ends produce it, one evaluator reads it. */

export type Literal = string | number | boolean | null | undefined;

export interface Argument {
  readonly value: Expression;
  /** `f(name=value)`. */
  readonly name?: string;
  /** `f(...values)` and `f(**values)`. */
  readonly spread?: "list" | "object";
}

export interface Member {
  /** Absent: `value` is spread here. */
  readonly key?: Expression;
  readonly value: Expression;
}

/** A member of an interface or a type literal. */
export interface TypeMember {
  readonly name: string;
  readonly type: Expression | undefined;
  readonly optional: boolean;
}

export type Expression =
  | { readonly kind: "literal"; readonly value: Literal }
  | { readonly kind: "text"; readonly parts: readonly Expression[] }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "get"; readonly of: Expression; readonly name: string; readonly optional?: boolean }
  | { readonly kind: "index"; readonly of: Expression; readonly at: Expression; readonly optional?: boolean }
  | {
      readonly kind: "call";
      readonly callee: Expression;
      readonly args: readonly Argument[];
      readonly construct?: boolean;
      readonly optional?: boolean;
      readonly at: number;
    }
  | { readonly kind: "list"; readonly items: readonly Argument[] }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "function"; readonly fn: Fn }
  | { readonly kind: "class"; readonly cls: Class }
  | {
      readonly kind: "choose";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | {
      readonly kind: "logic";
      readonly op: "&&" | "||" | "??";
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: "binary"; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "not"; readonly of: Expression }
  | { readonly kind: "assign"; readonly to: Target; readonly value: Expression }
  /** `delete of[at]` */
  | { readonly kind: "delete"; readonly of: Expression; readonly at: Expression }
  | {
      readonly kind: "each";
      readonly to: Target;
      readonly over: Expression;
      readonly value: Expression;
      readonly key?: Expression;
      /** Only where all of these conditions hold. */
      readonly when?: readonly Expression[];
    }
  | { readonly kind: "shape"; readonly members: readonly TypeMember[]; readonly bases: readonly Expression[] }
  /** A type assertion. */
  | { readonly kind: "cast"; readonly of: Expression; readonly type: Expression }
  | { readonly kind: "yield"; readonly of: Expression | undefined }
  | { readonly kind: "this" }
  | { readonly kind: "super" }
  | { readonly kind: "import"; readonly module: Expression }
  /** Evaluated for the effects of its parts; its value is unknown. */
  | { readonly kind: "opaque"; readonly parts: readonly Expression[] };

export type Target =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "place"; readonly of: Expression; readonly at: Expression }
  | {
      readonly kind: "members";
      readonly members: readonly {
        readonly key: Expression;
        readonly to: Target;
        readonly otherwise?: Expression;
      }[];
      readonly rest?: Target;
    }
  | {
      readonly kind: "items";
      readonly items: readonly ({ readonly to: Target; readonly otherwise?: Expression } | undefined)[];
      readonly rest?: Target;
    };

export interface Parameter {
  readonly to: Target;
  readonly otherwise?: Expression;
  readonly type?: Expression;
  readonly decorators: readonly Expression[];
  readonly rest?: "list" | "object";
  /** TypeScript's parameter property: `constructor(private name)`. */
  readonly property?: boolean;
}

export interface Fn {
  readonly name: string;
  readonly params: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  readonly returns?: Expression;
  /** An arrow function, which has the `this` of its surroundings. */
  readonly arrow?: boolean;
  readonly generator?: boolean;
  readonly file: string;
  readonly at: number;
}

export interface Method {
  readonly kind: "method" | "get" | "set";
  readonly fn: Fn;
}

export interface ClassField {
  readonly name: string;
  readonly type?: Expression;
  readonly value?: Expression;
  readonly decorators: readonly Expression[];
  readonly static: boolean;
  readonly optional: boolean;
}

export interface Class {
  readonly name: string;
  readonly bases: readonly Argument[];
  readonly methods: readonly Method[];
  readonly fields: readonly ClassField[];
  /** Nested classes, and other statements of the class body. */
  readonly body: readonly Statement[];
  readonly decorators: readonly Expression[];
  readonly file: string;
  readonly at: number;
}

export interface Imported {
  /** `*` is the module itself. */
  readonly name: string;
  readonly as: string;
}

export interface Catch {
  /** The error classes it catches; absent: all. */
  readonly types?: Expression;
  readonly to?: Target;
  readonly body: readonly Statement[];
}

export type Statement =
  | { readonly kind: "expression"; readonly of: Expression }
  | {
      readonly kind: "let";
      readonly to: Target;
      readonly value?: Expression;
      readonly type?: Expression;
      /** Scoped to the whole function, as in Python. */
      readonly wide?: boolean;
    }
  | { readonly kind: "type"; readonly name: string; readonly of: Expression }
  /** Names that a function assigns in an outer scope: `global` and `nonlocal` of Python. */
  | { readonly kind: "outer"; readonly names: readonly string[] }
  | { readonly kind: "function"; readonly fn: Fn }
  | { readonly kind: "class"; readonly cls: Class }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | {
      readonly kind: "loop";
      readonly to?: Target;
      readonly over?: Expression;
      /** `for (key in object)`. */
      readonly keys?: boolean;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: "switch";
      readonly on: Expression;
      readonly cases: readonly { readonly test?: Expression; readonly body: readonly Statement[] }[];
    }
  | {
      readonly kind: "try";
      readonly body: readonly Statement[];
      readonly catches: readonly Catch[];
      readonly last: readonly Statement[];
    }
  | { readonly kind: "throw"; readonly of?: Expression }
  | { readonly kind: "return"; readonly of?: Expression }
  | { readonly kind: "leave" }
  | { readonly kind: "block"; readonly body: readonly Statement[] }
  | { readonly kind: "import"; readonly module: string; readonly names: readonly Imported[] }
  | { readonly kind: "export"; readonly names: readonly Imported[]; readonly module?: string }
  | { readonly kind: "default"; readonly of: Expression };

export interface Program {
  readonly language: "javascript" | "python";
  readonly body: readonly Statement[];
  /** Parts of the source could not be parsed. */
  readonly broken?: boolean;
}
