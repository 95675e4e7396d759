import { isAbsolute, posix } from "node:path";
import { UserError } from "../lib/index.ts";
import type { Files } from "../workspace/index.ts";
import { foreignKind } from "./foreign.ts";
import { isSpecification } from "./from/openapi/index.ts";
import { inlineDefinition } from "./inline.ts";
import { definitionIn } from "./own-document.ts";

/** What the argument of a generation turned out to be. */
export type Argument =
  | { readonly kind: "names"; readonly names: readonly string[] }
  | {
      readonly kind: "definition";
      readonly path: string;
      readonly text: string;
      /** The file is one of our own OpenAPI documents, which can also be read as a specification. */
      readonly isDocument: boolean;
    }
  /** A resource with its fields, as a definition in YAML. */
  | { readonly kind: "resource"; readonly text: string }
  | { readonly kind: "specification"; readonly path: string }
  | { readonly kind: "english"; readonly text: string };

type ReadFiles = Pick<Files, "tryRead" | "resolve">;

const looksLikePath = (text: string): boolean =>
  !/\s/.test(text) && (/[/\\]/.test(text) || /^[.~]/.test(text) || /\.(ya?ml|json)$/i.test(text));

/** Returns the names in `Task, Project and Tag`, if the text is only capitalised names; `Delete Tag` is a change. */
function namesIn(text: string): readonly string[] | undefined {
  const words = text.split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s+/).filter(Boolean);
  if (/^(?:add|insert|remove|delete|drop|erase|discard|rename) /i.test(text)) return undefined;
  return words.length > 1 && words.every((word) => /^[A-Z][A-Za-z\d]*$/.test(word)) ? words : undefined;
}

async function readPath(argumentPath: string, files: ReadFiles): Promise<Argument> {
  const text = await files.tryRead(argumentPath);
  if (text === null)
    throw new UserError(
      "no_such_file",
      `${JSON.stringify(argumentPath.slice(0, 200))} does not exist.`,
      "Check the path, or give the name of a resource such as Task.",
    );
  // References are resolved beside the specification, however its path was written.
  const isWhole = isAbsolute(argumentPath) || argumentPath.startsWith("..");
  const path = isWhole ? await files.resolve(argumentPath) : posix.normalize(argumentPath);
  if (!isSpecification(text)) {
    const other = foreignKind(text);
    if (other) throw new UserError("other_document", `${path} is ${other.kind}.`, other.fix);
    return { kind: "definition", path, text, isDocument: false };
  }
  const definition = definitionIn(text);
  if (definition === undefined) return { kind: "specification", path };
  return { kind: "definition", path, text: definition, isDocument: true };
}

/**
 * Classifies the argument of a generation.
 * A path, or a name with a dot that exists as a file, is read: with `openapi` or `swagger` at the top level it is a
 * specification, unless it is our own document; any other YAML or JSON file is a definition.
 * One identifier is a resource, also with fields (`name:string`), several capitalised ones are resources, other text with spaces is English.
 * @throws UserError `no_such_file` for what looks like a path but doesn't exist, `other_document` for another kind of
 * file
 */
export async function classify(argument: string, files: ReadFiles): Promise<Argument> {
  const text = argument.trim();
  const isFile = /^[\w-]+\.[a-z]\w*$/i.test(text) && (await files.tryRead(text)) !== null;
  if (isFile || looksLikePath(text)) return readPath(text, files);
  const inline = inlineDefinition(text);
  if (inline !== undefined) return { kind: "resource", text: inline };
  const names = namesIn(text);
  if (names) return { kind: "names", names };
  return /\s/.test(text) ? { kind: "english", text } : { kind: "names", names: [text] };
}
