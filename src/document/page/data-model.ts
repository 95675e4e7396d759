import type { Declaration, Language, Member, Study } from "../../code/index.ts";
import { cut, firstSentence, inTable } from "../../lib/index.ts";
import { filled, inline, prose, span, onOneLine } from "./markdown.ts";

export type Open = readonly (readonly [Declaration, Study | undefined])[];

/** The first sentence of what is said, as Markdown; a heading of its own says nothing. */
export const summary = (text: string): string =>
  /^\s*#/.test(text) ? "" : prose(cut(firstSentence(text), 240).replace(/\s*\(?\{@[^{}]*…$/, "…"));

/** Types and classes with what they hold, but for methods and what is private by its name. */
export function dataModel(
  { path, text, language }: { readonly path: string; readonly text: string; readonly language: Language },
  open: Open,
): readonly string[] {
  const methods = new Set(open.flatMap(([{ kind, name }]) => (kind === "method" ? [name] : [])));
  return open.flatMap(([declaration, study]) => {
    if ((declaration.kind !== "type" && declaration.kind !== "class") || !study) return [];
    const members = study.members.filter(
      ({ name }) => !name.startsWith("_") && !methods.has(`${declaration.name}.${name}`),
    );
    if (members.length === 0) return [];
    const bases = study.bases.filter((base) => base !== "object");
    const wording = summary(declaration.docstring?.doc.summary ?? "");
    return [
      `### ${inline(declaration.name)}`,
      "",
      `In ${span(path)}${bases.length ? `, extends ${bases.map(span).join(", ")}` : ""}.${wording ? ` ${wording}` : ""}`,
      "",
      ...held(members, meanings(declaration, language.members?.(text, declaration) ?? [])),
    ];
  });
}

/** What docstrings say of the members of a class or a type: their own, and else its own. */
function meanings(
  { docstring }: Declaration,
  documented: readonly Declaration[],
): (member: Member) => string {
  const own = new Map(
    documented.map((declaration) => [declaration.name, declaration.docstring?.doc.summary]),
  );
  return ({ name, said }) => said ?? own.get(name) ?? inTable(docstring?.doc.parameters ?? {}, name) ?? "";
}

/** Members with what is known of them; a column that would be empty is left out, and names alone are a line. */
function held(members: readonly Member[], meaning: (member: Member) => string): readonly string[] {
  const rows = members.map((member) => [
    span(member.optional ? `${member.name}?` : member.name),
    member.type ? span(cut(onOneLine(member.type.replace(/^\s*\|\s*/, "")), 200)) : "",
    member.value ? span(cut(member.value, 80)) : "",
    summary(meaning(member)),
  ]);
  if (rows.every(([, ...more]) => more.every((cell) => !cell)))
    return [`Holds ${rows.map(([name]) => name).join(", ")}.`, ""];
  return filled(["Field", "Type", "Default", "Meaning"], rows);
}
