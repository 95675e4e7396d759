import { type Declaration, type Language, withoutComments } from "../../code/index.ts";
import { fieldsAsked } from "./asked.ts";
import { type Heirs, membersIn } from "./surface-members.ts";
import type { Tree } from "./tree.ts";

/** A name that users can import from a package. */
export interface Exported {
  readonly kind: Declaration["kind"] | "module";
  readonly parameters: Declaration["parameters"];
  readonly returns?: string;
  /** Callers may name its parameters, as in Python. */
  readonly isNamed: boolean;
  /** A constructor or static member: not callable through a type-only export of its class. */
  readonly isOfClass?: boolean;
  /** Hidden from users by `@internal`. */
  readonly isInternal?: boolean;
}

export type Surface = ReadonlyMap<string, Exported>;

/** State of walking the modules of one commit. */
export interface Walk {
  readonly tree: Tree;
  readonly known: Map<string, Surface>;
  moduleAt(path: string): Promise<Surface>;
}

export interface File {
  readonly path: string;
  readonly text: string;
  readonly bare: string;
  readonly declarations: readonly Declaration[];
  readonly language: Language;
}

export function fileOf({ path, text, language }: Pick<File, "path" | "text" | "language">): {
  readonly file: File;
  readonly heirs: Heirs;
} {
  const declared = language.declarations(text);
  const { fields, heirs } = membersIn({ text, declarations: declared, language });
  const readFields = path.endsWith(".py") ? fieldsAsked(text, declared, language) : [];
  const declarations = [...declared, ...fields, ...readFields];
  return { file: { path, text, bare: withoutComments(text, language), declarations, language }, heirs };
}

const ofStatic = /^(?:(?:public|protected|override)\s+)*static\b/;

export const exportedOf = (
  { name, kind, parameters, returns, docstring, range }: Declaration,
  { path, text }: Pick<File, "path" | "text">,
): Exported => ({
  kind,
  parameters,
  ...(returns !== undefined && { returns }),
  isNamed: path.endsWith(".py"),
  ...((name.endsWith(".constructor") || ofStatic.test(text.slice(range.start, range.start + 50))) && {
    isOfClass: true,
  }),
  ...(docstring &&
    text.slice(docstring.range.start, docstring.range.end).includes("@internal") && { isInternal: true }),
});
