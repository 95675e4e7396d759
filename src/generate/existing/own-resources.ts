import { namesFrom, type IdType } from "../../api/index.ts";
import type { Files } from "../../workspace/index.ts";
import { sourcesIn } from "./folders.ts";

const isCode = /\.(?:[mc]?[jt]s|py|prisma|sql)$/;
const elsewhere =
  /(?:^|\/)(?:node_modules|dist|build|coverage|\.?venv|site-packages|\.antiphon|tests?|__tests__)\//;

/** Matches where a program declares what it stores under a name: classes, models and tables of common libraries. */
function declarationOf(name: string): RegExp {
  const { pascal, camel, snake, plural } = namesFrom(name);
  const types = `\\b(?:class|model|interface|type)\\s+I?${pascal}(?:Entity|Model|Schema|Table|Document|Row)?\\b`;
  const called = `["'\`](?:${[pascal, snake, camel, plural.snake, plural.camel].join("|")})["'\`]`;
  // Bounded, since any text may stand in a project: repeated spaces and words would otherwise take quadratic time.
  const gap = String.raw`\s{0,40}`;
  const tables = `(?:table|model|schema|entity)\\w{0,40}(?:<[\\w.]{1,40}>)?${gap}[(=:]${gap}\\{?${gap}(?:name:${gap})?${called}`;
  const sql = `\\bcreate\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?["\`]?(?:${plural.snake}|${snake})\\b`;
  return new RegExp([types, tables, sql].join("|"), "i");
}

const end = /\n(?:export\s+)?(?:class|model|interface|type|const|create\s+table|enum)\b/i;
const idLine =
  /(?:\n[ \t]*@\w*(?:Generated|PrimaryKey|PrimaryColumn)[^\n]*)?[\n({,][ \t]*["'`]?id["'`]?\??\s*[:=\s][^\n]*/i;

/** Returns the type that a member's line names; undefined if it names none. */
function typeIn(line: string | undefined): IdType | undefined {
  if (line === undefined) return undefined;
  if (/uuid/i.test(line)) return "uuid";
  if (/\b(?:big)?(?:int|serial|number|integer|increment)|Int\b|identity/i.test(line)) return "integer";
  return /\b(?:str|text|string|char|varchar|objectid)/i.test(line) ? "string" : undefined;
}

/** Returns the type of the ids in a declaration; undefined if it names none. */
function declaredType(text: string, start: number): IdType | undefined {
  const rest = text.slice(start, start + 3000);
  const stop = end.exec(rest.slice(1))?.index;
  return typeIn(idLine.exec(rest.slice(0, stop === undefined ? undefined : stop + 1))?.[0]);
}

/**
 * Returns the type of fields that refer to a resource, as in `station_id: Mapped[UUID]`; undefined if none names it.
 */
function referredType(text: string, name: string): IdType | undefined {
  const { camel, snake } = namesFrom(name);
  const member = new RegExp(`[\\n({,][ \\t]*["'\`]?(?:${camel}Id|${snake}_id)["'\`]?\\??\\s*[:=\\s][^\\n]*`);
  return typeIn(member.exec(text)?.[0]);
}

/**
 * Returns which of these resources an application declares itself, with the types of their ids; `string` if no code
 * names the type.
 * @param generated paths of generated files
 */
export async function ownResources(
  files: Files,
  names: readonly string[],
  generated: readonly string[],
): Promise<ReadonlyMap<string, IdType>> {
  if (names.length === 0) return new Map();
  const isOwn = (path: string): boolean =>
    isCode.test(path) && !elsewhere.test(path) && !generated.includes(path);
  const sources = await sourcesIn(files, "**/*", isOwn);
  const texts = sources.map(({ text }) => text);
  const entries = names.flatMap((name): readonly (readonly [string, IdType])[] => {
    const declaration = declarationOf(name);
    const declared = texts.map((text) => [text, declaration.exec(text)?.index ?? -1] as const);
    if (declared.every(([, start]) => start < 0)) return [];
    const types = [
      ...declared.map(([text, start]) => (start < 0 ? undefined : declaredType(text, start))),
      ...texts.map((text) => referredType(text, name)),
    ];
    return [[name, types.find((type) => type !== undefined) ?? "string"]];
  });
  return new Map(entries);
}
