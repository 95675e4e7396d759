/** A type, as far as it can be compared with another. */
export type Type =
  | { readonly is: "any" }
  | { readonly is: "union" | "all" | "tuple"; readonly of: readonly Type[] }
  | { readonly is: "name"; readonly name: string; readonly given: readonly Type[] }
  | { readonly is: "literal"; readonly text: string }
  /** By its place among the generics around it: its name may change. */
  | {
      readonly is: "generic";
      readonly place: string;
      readonly within?: Type;
      /** Of a class or a type: a call can't choose it. */
      readonly fixed?: boolean;
    }
  /** Its names mean something elsewhere. */
  | { readonly is: "placed"; readonly type: Type; readonly scope: Scope }
  | { readonly is: "call"; readonly ways: readonly Way[] }
  | { readonly is: "object"; readonly members: ReadonlyMap<string, Member> }
  /** One of two, by what is asked: `T extends A ? B : C`. */
  | { readonly is: "choice"; readonly test: string; readonly of: readonly Type[] }
  /** What stands under keys that only their source tells. */
  | { readonly is: "each"; readonly keys: string; readonly of: readonly Type[] }
  /** Only its text can be compared. */
  | { readonly is: "opaque"; readonly text: string };

export interface Member {
  readonly type?: Type;
  readonly optional: boolean;
  /** Can't be written. */
  readonly fixed: boolean;
}

/** One way to call a function. */
export interface Way {
  readonly takes: readonly Taken[];
  readonly gives?: Type;
  readonly generics: readonly Generic[];
  /** It says itself that what it gives is awaited. */
  readonly awaited?: boolean;
}

export interface Taken {
  readonly name: string;
  readonly type?: Type;
  /** May be left out. */
  readonly free: boolean;
  readonly rest: boolean;
  /** Goes only by its name. */
  readonly keyword?: boolean;
}

export interface Generic {
  readonly within?: Type;
  readonly free: boolean;
}

/** What is declared under a name. */
export interface Shape {
  readonly form: "value" | "member" | "alias" | "class" | "enum" | "type";
  readonly type?: Type;
  readonly optional?: boolean;
  readonly fixed?: boolean;
  readonly abstract?: boolean;
  /** Left out of what users see. */
  readonly internal?: boolean;
  readonly generics?: readonly Generic[];
  /** Of a class or an interface. */
  readonly bases?: readonly Type[];
}

/** What a file declares, by name; members are `Owner.name`. */
export type Shapes = ReadonlyMap<string, Shape>;

/** Where names of types mean something. */
export interface Scope {
  readonly language: "script" | "python";
  readonly side: "before" | "now";
  /** What this repository declares under a name, `foreign` for what is imported from elsewhere, undefined for a global. */
  lookup(name: string): Promise<Known | "foreign" | undefined>;
}

/** A type, with what its names mean. */
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
