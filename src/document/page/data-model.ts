import type { Declaration, Language, Member, Study } from "../../code/index.ts";
import { cut, firstSentence, inTable } from "../../lib/index.ts";
import { filled, inline, prose, span, onOneLine } from "./markdown.ts";

export type Open = readonly (readonly [Declaration, Study | undefined])[];

/** Returns the first sentence as Markdown; a heading is skipped. */
export const summary = (text: string): string =>
  /^\s*#/.test(text) ? "" : prose(cut(firstSentence(text), 240).replace(/\s*\(?\{@[^{}]*…$/, "…"));

/** Renders types and classes with their members, except methods and members private by name. */
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
      ...sectionsOf(members, meanings(declaration, language.members?.(text, declaration) ?? [])),
    ];
  });
}

/** Returns descriptions of a class's or type's members: from their docstrings, else from its own. */
function meanings(
  { docstring }: Declaration,
  documented: readonly Declaration[],
): (member: Member) => string {
  const columnNotes = new Map(
    documented.map((declaration) => [declaration.name, declaration.docstring?.doc.summary]),
  );
  return ({ name, comment }) =>
    comment ?? columnNotes.get(name) ?? inTable(docstring?.doc.parameters ?? {}, name) ?? "";
}

/** Renders members as a table without empty columns; plain names become one line. */
function sectionsOf(members: readonly Member[], meaning: (member: Member) => string): readonly string[] {
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
