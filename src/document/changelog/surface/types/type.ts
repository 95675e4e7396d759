/** A type in comparable form. */
export type Type =
  | { readonly is: "any" }
  | { readonly is: "union" | "all" | "tuple"; readonly of: readonly Type[] }
  | { readonly is: "name"; readonly name: string; readonly given: readonly Type[] }
  | { readonly is: "literal"; readonly text: string }
  /** Identified by its position among the surrounding generics, since names may change. */
  | {
      readonly is: "generic";
      readonly place: string;
      readonly within?: Type;
      /** Belongs to a class or type, so a call can't choose it. */
      readonly fixed?: boolean;
    }
  /** Its names are resolved in another scope. */
  | { readonly is: "placed"; readonly type: Type; readonly scope: Scope }
  | { readonly is: "call"; readonly ways: readonly Way[] }
  | { readonly is: "object"; readonly members: ReadonlyMap<string, Member> }
  /** A conditional type: `T extends A ? B : C`. */
  | { readonly is: "choice"; readonly test: string; readonly of: readonly Type[] }
  /** Values under keys that are known only as source. */
  | { readonly is: "each"; readonly keys: string; readonly of: readonly Type[] }
  /** Comparable only as text. */
  | { readonly is: "opaque"; readonly text: string };

export interface Member {
  readonly type?: Type;
  readonly optional: boolean;
  /** Read-only. */
  readonly fixed: boolean;
}

/** One call signature of a function. */
export interface Way {
  readonly takes: readonly Taken[];
  readonly gives?: Type;
  readonly generics: readonly Generic[];
  /** The result is declared as awaited. */
  readonly awaited?: boolean;
}

export interface Taken {
  readonly name: string;
  readonly type?: Type;
  /** Optional. */
  readonly free: boolean;
  readonly rest: boolean;
  /** Keyword-only. */
  readonly keyword?: boolean;
}

export interface Generic {
  readonly within?: Type;
  readonly free: boolean;
}

/** The shape of a declaration. */
export interface Shape {
  readonly form: "value" | "member" | "alias" | "class" | "enum" | "type";
  readonly type?: Type;
  readonly optional?: boolean;
  readonly fixed?: boolean;
  readonly abstract?: boolean;
  /** Hidden from users. */
  readonly internal?: boolean;
  readonly generics?: readonly Generic[];
  /** Base types of a class or interface. */
  readonly bases?: readonly Type[];
}

/** Declarations of a file by name; members are `Owner.name`. */
export type Shapes = ReadonlyMap<string, Shape>;

/** A scope in which type names are resolved. */
export interface Scope {
  readonly language: "script" | "python";
  readonly side: "before" | "now";
  /**
   * Returns this repository's declaration of a name, `foreign` if it is imported from elsewhere, undefined
   * for a global.
   */
  lookup(name: string): Promise<Known | "foreign" | undefined>;
}

/** A type with the scope of its names. */
export interface Bound {
  readonly type: Type | undefined;
  readonly scope: Scope;
}

export interface Known {
  /** File and name. */
  readonly origin: string;
  readonly shape: Shape;
  readonly scope: Scope;
}

export const name = (of: string, ...given: readonly Type[]): Type => ({ is: "name", name: of, given });
export const unionOf = (of: readonly Type[]): Type =>
  of.length === 1 && of[0] ? of[0] : { is: "union", of };
