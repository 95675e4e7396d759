import type { Imported } from "../../study.ts";
import { isComment, type Tree } from "../tree/grammar.ts";
import { last, path } from "../tree/type-names.ts";

/** Returns a file's imports, and the classes of its own package that it names. */
export function importsOf({ root }: Tree): readonly Imported[] {
  const written = root.of("import_declaration").flatMap((node): Imported[] => {
    const name = path(node.one("scoped_identifier"));
    if (!name || node.one("asterisk")) return [];
    const fixed = node.one("static") !== undefined;
    const from = fixed ? name.slice(0, name.lastIndexOf(".")) : name;
    const local = last(name);
    return [{ local, name: fixed ? `${last(from)}.${local}` : local, from: from.replaceAll(".", "/") }];
  });
  const known = new Set(written.map(({ local }) => local));
  const beside: Imported[] = [];
  for (const node of root.below(({ type }) => !isComment(type))) {
    if (!/^(?:type_)?identifier$/.test(node.type) || !/^[A-Z]/.test(node.text)) continue;
    const name = node.text;
    if (known.has(name)) continue;
    known.add(name);
    beside.push({ local: name, name, from: `./${name}` });
  }
  return [...written, ...beside];
}
