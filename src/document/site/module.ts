import type { Declaration, Imported, Language } from "../../code/index.ts";
import { signatureOf } from "./signature.ts";

/** A declaration as a page shows it. */
export interface Item {
  readonly name: string;
  /** Its anchor on the page: the name, with the kind if a type and a value share it. */
  readonly anchor: string;
  /** The class of a method. */
  readonly owner: string | undefined;
  readonly kind: Declaration["kind"];
  readonly signature: string;
  readonly doc: NonNullable<Declaration["docstring"]>["doc"] | undefined;
  readonly parameters: Declaration["parameters"];
  readonly line: number;
}

/** A source file as a page shows it. */
export interface Module {
  readonly path: string;
  readonly language: string;
  readonly items: readonly Item[];
  readonly imports: readonly Imported[];
  readonly exported: boolean;
}

/** Reads a file's public declarations; with `all`, private ones too. */
export function readModule(
  path: string,
  source: string,
  { language, all }: { language: Language; all: boolean },
): Module {
  let [line, index] = [1, 0];
  const lineAt = (to: number): number => {
    if (to < index) [line, index] = [1, 0];
    for (let next = source.indexOf("\n", index); next >= 0 && next < to; next = source.indexOf("\n", index)) {
      line += 1;
      index = next + 1;
    }
    return line;
  };
  const declarations = language.declarations(source);
  const open = new Set(declarations.filter(({ exported }) => exported).map(({ name }) => name));
  const seen = new Set<string>();
  const names = new Set<string>();
  const anchorFor = ({ name, kind }: Declaration): string => {
    const anchor = name.replaceAll(/[^\w$.-]/g, "_");
    if (!names.has(anchor)) return (names.add(anchor), anchor);
    return `${anchor}.${kind}`;
  };
  const items = declarations.flatMap((declaration): readonly Item[] => {
    const dot = declaration.kind === "method" ? declaration.name.lastIndexOf(".") : -1;
    const owner = dot < 0 ? undefined : declaration.name.slice(0, dot);
    if (!all && (!declaration.exported || (owner !== undefined && !open.has(owner)))) return [];
    // overloads are documented once, by the first
    if (seen.has(`${declaration.kind} ${declaration.name}`)) return [];
    seen.add(`${declaration.kind} ${declaration.name}`);
    return [
      {
        name: declaration.name,
        anchor: anchorFor(declaration),
        owner,
        kind: declaration.kind,
        signature: signatureOf(
          source.slice(declaration.range.start, declaration.range.end),
          declaration.kind,
          path,
        ),
        doc: declaration.docstring?.doc,
        parameters: declaration.parameters,
        line: lineAt(declaration.range.start),
      },
    ];
  });
  return {
    path,
    language: path.slice(path.lastIndexOf(".") + 1),
    items,
    imports: language.imports(source),
    exported: items.length > 0,
  };
}
