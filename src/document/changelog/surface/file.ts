import { type Declaration, type Language, withoutComments } from "../../../code/index.ts";
import { fieldsAsked } from "./asked.ts";
import { type Heirs, membersIn } from "./surface-members.ts";
import { placeOf } from "./module-places.ts";
import { type Tree, TooMuch } from "./tree.ts";
import { shapesOfPython } from "./types/python.ts";
import { shapesOfScript } from "./types/script.ts";
import type { Known, Scope, Shape, Shapes } from "./types/type.ts";

/** A name that users can import from a package. */
export interface Exported extends Partial<Origin> {
  readonly kind: Declaration["kind"] | "module";
  readonly parameters: Declaration["parameters"];
}

/** Where something is declared, and as what. */
export interface Origin {
  readonly shape: Shape;
  readonly scope: Scope;
  /** File and name. */
  readonly origin: string;
}

export type Surface = ReadonlyMap<string, Exported>;

/** State of walking the modules of one commit. */
export interface Walk {
  readonly tree: Tree;
  readonly side: Scope["side"];
  readonly known: Map<string, Surface>;
  /** All declarations of modules, exported or not. */
  readonly scopes: Map<string, Scope>;
  moduleAt(path: string): Promise<Surface>;
}

export interface File {
  readonly path: string;
  readonly text: string;
  readonly bare: string;
  readonly declarations: readonly Declaration[];
  readonly language: Language;
  /** By name; inherited members come from elsewhere. */
  readonly placed: Map<string, Origin>;
}

type Read = Pick<File, "path" | "text" | "language">;

export function fileOf(
  { path, text, language }: Read,
  walk: Walk,
): { readonly file: File; readonly heirs: Heirs } {
  const declared = language.declarations(text);
  const bare = withoutComments(text, language);
  const isPython = path.endsWith(".py");
  const shapes = isPython
    ? shapesOfPython({ text, bare, declarations: declared, language })
    : shapesOfScript(text, path);
  const { fields, heirs } = membersIn({ text, declarations: declared, language }, shapes);
  const asked = isPython ? fieldsAsked(text, declared, language) : [];
  const declarations = [...declared, ...fields, ...asked];
  const scope = scopeOf({ path, text, language }, shapes, walk);
  walk.scopes.set(path, scope);
  const placed = new Map<string, Origin>();
  for (const [name, shape] of shapes) placed.set(name, { shape, scope, origin: `${path}#${name}` });
  for (const declaration of declarations) {
    const shape = placed.get(declaration.name)?.shape ?? callOf(declaration);
    if (!shape) continue;
    const wording =
      declaration.docstring && text.slice(declaration.docstring.range.start, declaration.docstring.range.end);
    const internal = !isPython && wording?.includes("@internal") === true && { internal: true };
    placed.set(declaration.name, {
      shape: { ...shape, ...internal },
      scope,
      origin: `${path}#${declaration.name}`,
    });
  }
  return { file: { path, text, bare, declarations, language, placed }, heirs };
}

/** Returns the call shape of a declaration whose types aren't read. */
function callOf({ kind, parameters }: Declaration): Shape | undefined {
  if (kind !== "function" && kind !== "method") return undefined;
  const takes = parameters.map(({ name, optional, default: value, rest }) => ({
    name,
    free: optional === true || value !== undefined || rest === true,
    rest: rest === true,
  }));
  return { form: "value", type: { is: "call", ways: [{ takes, generics: [] }] } };
}

/** Returns the scope of type names in a file. */
function scopeOf({ path, text, language }: Read, shapes: Shapes, walk: Walk): Scope {
  const imports = new Map(language.imports(text).map((item) => [item.local, item]));
  const known = new Map<string, Known | "foreign" | undefined>();
  const scope: Scope = {
    language: path.endsWith(".py") ? "python" : "script",
    side: walk.side,
    async lookup(name) {
      if (known.has(name)) return known.get(name);
      known.set(name, "foreign"); // modules may import it from each other
      const found = await find(name);
      known.set(name, found);
      return found;
    },
  };
  async function find(name: string): Promise<Known | "foreign" | undefined> {
    const shape = shapes.get(name);
    if (shape) return { origin: `${path}#${name}`, shape: shape, scope };
    const [space = "", ...inner] = name.split(".");
    const taken = imports.get(space);
    if (!taken) return inner.length ? "foreign" : undefined;
    const wanted = taken.name === "*" ? inner.join(".") : [taken.name, ...inner].join(".");
    const place = placeOf(taken.from, path, walk.tree);
    const one = place === undefined ? undefined : (await surfaceAt(place)).get(wanted);
    const declared = place === undefined ? undefined : walk.scopes.get(place);
    return (one && originOf(one)) ?? (await declared?.lookup(wanted)) ?? "foreign";
  }
  async function surfaceAt(place: string): Promise<Surface> {
    try {
      return await walk.moduleAt(place);
    } catch (error) {
      if (error instanceof TooMuch) return new Map(); // unreadable code isn't compared
      throw error;
    }
  }
  return scope;
}

export const originOf = ({ shape, scope, origin }: Exported): Origin | undefined =>
  shape && scope && origin !== undefined ? { shape, scope, origin } : undefined;

export const exportedOf = ({ kind, parameters, name }: Declaration, { placed }: File): Exported => ({
  kind,
  parameters,
  ...placed.get(name),
});
