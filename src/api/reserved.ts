const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Keywords of the output languages, which can't name variables of generated code. */
const keywords = words(`
  abstract and any as assert async await boolean break case catch class const constructor continue debugger
  declare def default del delete do elif else enum except export extends false finally for from function get
  global if implements import in infer instanceof interface is keyof lambda let module namespace never new
  none nonlocal not null number object of or package pass private protected public raise readonly require
  return self set static string super switch symbol this throw true try type typeof undefined unique unknown
  var void while with yield
`);

/** Names that generated modules or their languages already use. */
const globals = words(`
  array bigint buffer controller database date dict error function global globals iterator json list map math
  model object pool problem process promise prototype proxy reflect regexp repository request response router
  record schema set symbol table tuple weakmap weakset
`);

/** Members that every JavaScript object inherits. */
export const inherited: readonly string[] = [
  "__proto__",
  "prototype",
  ...Object.getOwnPropertyNames(Object.prototype),
];

const reservedWords = new Set([...keywords, ...globals, ...inherited.map((name) => name.toLowerCase())]);

/** Returns why a resource may not have this name (camelCase singular, snake_case plural); undefined if it may. */
export function reservedBecause(camel: string, snakePlural: string): string | undefined {
  if (reservedWords.has(camel.toLowerCase())) return "is a reserved word of the generated code";
  if (snakePlural === "values" || snakePlural.startsWith("pg_")) return "is reserved in SQL";
  return undefined;
}
