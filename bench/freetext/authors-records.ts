import { namesFrom } from "../../src/api/names.ts";
import { type Author, type Field, fill, flags, listed, plainly, said, withArticle } from "./authored.ts";

/** `{l}` a list with articles, `{b}` one without, `{c}` with commas only, `{n}`, `{ns}`, `{an}` the record. */
const record = (frame: string): Author => ({
  record: (told, fields) =>
    fill(frame, {
      ...told,
      l: listed(fields.map(plainly), "and"),
      b: listed(
        fields.map((field) => plainly(field).replace(/^an? /, "")),
        "and",
      ),
      c: fields.map((field) => plainly(field).replace(/^an? /, "")).join(", "),
      i: listed(
        fields.map((field) => `its ${plainly(field).replace(/^an? /, "")}`),
        "and",
      ),
      t: `the ${listed(
        fields.map((field) => plainly(field).replace(/^an? /, "")),
        "and",
      )}`,
    }),
});
/** A line for each field: `{f}` its name, `{s}` what is said of it behind the sign before `{s}` (left out where nothing is). */
const lines = (
  head: string,
  line: string,
  name: (words: string) => string = (words) => words,
  foot = "",
): Author => ({
  record: (told, fields) =>
    [
      ...(head === "" ? [] : [fill(head, told as unknown as Record<string, string>)]),
      ...fields.map((field) => {
        const all = flags(field);
        const what = all.length ? all.join(", ") : undefined;
        return what === undefined
          ? line.replace(/\{f\}.*$/, () => name(said(field.name)))
          : line.replace("{f}", () => name(said(field.name))).replace("{s}", () => what);
      }),
      ...(foot === "" ? [] : [foot]),
    ].join("\n"),
});
const camel = (words: string): string => namesFrom(words).camel;
const typed = (field: Field): string =>
  ({
    integer: "integer",
    number: "number",
    boolean: "boolean",
    date: "date",
    datetime: "datetime",
    enum: "enum",
  })[field.type as "date"] ?? "string";
const notes = (field: Field): readonly string[] =>
  flags(field).filter((flag) => flag !== field.type && flag !== listed(field.enum ?? [], "or"));
/** Every field with its type: `{f}` name, `{t}` type, `{x}` the rest, `{v}` values. */
const schema = (
  head: string,
  row: (name: string, type: string, rest: readonly string[]) => string,
  between = "\n",
  foot = "",
): Author => ({
  between: between === "\n" ? "\n\n" : "\n",
  record: (told, fields) =>
    `${fill(head, { ...told, p: namesFrom(told.n).pascal })}${fields
      .map((field) =>
        row(camel(said(field.name)), field.enum ? field.enum.join("|") : typed(field), notes(field)),
      )
      .join(between)}${foot}`,
});
const bracketed = (rest: readonly string[]): string => (rest.length ? ` (${rest.join(", ")})` : "");

export const records: Readonly<Record<string, readonly Author[]>> = {
  "user stories": [
    "As a user, I want to add {ns} with {l}.",
    "As an admin I want to create {ns} with {l} so that nothing gets lost.",
    "As a user I can store {ns} with {l}.",
    "As a manager I want to record {ns}, each with {l}.",
    "As a user I want to save {an} with {l}, so that I can find it again.",
    "Users can create {ns} with {l}.",
    "A user can add {ns}. {An} has {l}.",
    "As an editor, I want to keep {l} for each {n}.",
    "As a user I want to enter {l} when I add {an}.",
    "I want to be able to add {ns} with {l}.",
    "Staff register {ns} with {l}.",
  ].map(record),
  "lists in prose": [
    "{Ns} include {l}.",
    "{Ns} come with {l}.",
    "{Ns} store {l}.",
    "{Ns} are stored with {l}.",
    "{Ns} are described by {l}.",
    "Every {n} gets {l}.",
    "Each {n} tracks {l}.",
    "Each {n} carries {i}.",
    "{An} knows {i}.",
    "For {ns}, we track {c}.",
    "For {ns} we keep {t}.",
    "For each {n} we need {t}.",
    "For each {n}, {t} are stored.",
    "We track {ns} with {i}.",
    "We have {ns}, each with {l}.",
    "There are {ns}. Each one has {l}.",
    "There are {ns} (each with {l}).",
    "The fields of {an} are {b}.",
    "{Ns} have the fields {b}.",
    "{An} has the following fields: {c}.",
    "{Ns} have the following attributes: {c}.",
    "The {n} entity has {b}.",
    "The {n} model contains {b}.",
    "A {n} record has {l}.",
    "{N} data consists of {b}.",
    "Data for {an}: {c}.",
    "{N} has {b}.",
    "{N}s: we need {c}.",
    "Model {an} with {b}.",
    "Model {ns} with {l}.",
    "One {n} = {c}.",
    "{An} is made up of {l}.",
    "Of each {n} we record {t}.",
    "Information about {an}: {c}.",
    "When {an} is created, we store {i}.",
    "When someone adds {an}, they give {l}.",
    "When adding {an} you have to enter {l}.",
    "Whoever adds {an} enters {l}.",
    "To describe {an} we use {l}.",
    "Please store {l} for every {n}.",
    "The system should store {l} for each {n}.",
    "The API manages {ns} with {l}.",
    "I need to track {ns}: {c}.",
    "I want to keep {l} of every {n}.",
    "Let each {n} have {l}.",
    "{Ns} all have {l}.",
    "What makes up {an} is {l}.",
    "{An} is basically {l}.",
    "{An} record includes {l}.",
  ].map(record),
  "heads in a line": [
    "{N}: {c}",
    "{N} - {c}",
    "{N} — {c}",
    "{N} = {c}",
    "{N} -> {c}",
    "{N} | {c}",
    "{Ns}: {c}.",
    "{N} with {c}",
    "{N} ({b})",
    "{N} {{c}}",
    "{N}: {{c}}",
    "{N} [{c}]",
    "{N}> {c}",
    "{N} has: {c}",
    "{N} fields: {c}",
    "Entity {N}: {c}",
    "Resource {n}: {c}",
    "Table {ns}: {c}",
    "* {N}: {c}",
    "1. {N}: {c}",
    "/{ns}: {c}",
    "[{N}] {c}",
    '"{N}": {c}',
    "{N} => {c}",
    "{N}; {c}",
  ].map((frame) => ({ ...record(frame), between: "\n" })),
  "bullets and lines": [
    lines("{N}", "- {f} ({s})"),
    lines("{N}:", "* {f}: {s}"),
    lines("{N}:", "- {f} - {s}"),
    lines("{N}", "  - {f}, {s}"),
    lines("### {N}", "- {f} — {s}"),
    lines("**{N}**", "- **{f}**: {s}"),
    lines("{N}:", "- `{f}` ({s})", camel),
    lines("{An} has:", "- {f} ({s})", withArticle),
    lines("{Ns} have:", "• {f} ({s})"),
    lines("For each {n}:", "- {f} ({s})"),
    lines("What we store for {an}:", "- {f} ({s})"),
    lines("{N}:", "{f}: {s}"),
    lines("{N}", "  {f} ({s})"),
    lines("{N}:", "    {f}: {s}", camel),
    lines("1. {N}", "   - {f} ({s})"),
    lines("- {N}", "  - {f} ({s})"),
    lines("- {N}:", "    * {f}: {s}"),
    lines("{Ns} (", "  {f}: {s},", camel, ")"),
    lines("# {N}", "{f} ({s})"),
    lines("{N}:", "+ {f}: {s}"),
    lines("{N}:", "1) {f} ({s})"),
    lines("{N}:", "a) {f} ({s})"),
    lines("{N}:", "- [ ] {f} ({s})"),
    lines("{N} fields:", "- {f} ({s})"),
    lines("Fields of {an}:", "- {f}: {s}"),
    lines("The {n} should have:", "- {f} ({s})"),
    lines("== {N} ==", "- {f} ({s})"),
    lines("{N}\n----", "- {f} ({s})"),
    lines("{N}", "> {f} ({s})"),
    lines("{N}:", "-{f} ({s})"),
    lines("{N}:", "- {f} [{s}]"),
    lines("{N}:", "- {f} | {s}"),
    lines("{N}:", "- {f} -> {s}"),
    lines("{N}:", "- {f} = {s}"),
    lines("{N}:", "- {f} // {s}"),
    lines("{N}", "\t{f}\t{s}"),
  ],
  schemas: [
    schema("{p}: ", (name, type, rest) => `${name} (${[type, ...rest].join(", ")})`, ", "),
    schema("{p}: ", (name, type, rest) => `${name} (${[type, ...rest].join("; ")})`, "; "),
    schema("{p} { ", (name, type, rest) => `${name}: ${[type, ...rest].join(" ")}`, "; ", " }"),
    schema("{p} {\n", (name, type, rest) => `  ${name}: ${type}${bracketed(rest)}`, "\n", "\n}"),
    schema("{p} {\n", (name, type, rest) => `  ${[name, type, ...rest].join(" ")}`, "\n", "\n}"),
    schema("model {p} {\n", (name, type, rest) => `  ${name} ${type}${bracketed(rest)}`, "\n", "\n}"),
    schema("{p}(", (name, type, rest) => `${name}: ${[type, ...rest].join(" ")}`, ", ", ")"),
    schema("{p}:\n", (name, type, rest) => `  ${name}: ${[type, ...rest].join(", ")}`),
    schema("{p}:\n", (name, type, rest) => `  - ${name}: ${[type, ...rest].join(", ")}`),
    schema("{p}\n", (name, type, rest) => `  ${name} <${type}>${bracketed(rest)}`),
    schema("{p}\n", (name, type, rest) => `${name}: ${type}${bracketed(rest)}`),
    schema(
      "{p}\n| field | type | notes |\n|---|---|---|\n",
      (name, type, rest) => `| ${name} | ${type.replaceAll("|", ", ")} | ${rest.join(", ")} |`,
    ),
    schema(
      "{p}\n\nField | Type | Rules\n--- | --- | ---\n",
      (name, type, rest) => `${name} | ${type.replaceAll("|", "/")} | ${rest.join("; ")}`,
    ),
    schema("{p}\nname, type, rules\n", (name, type, rest) => [name, type, ...rest].join(", ")),
    schema(
      "class {p}:\n",
      (name, type, rest) => `    ${name}: ${type}${rest.length ? `  # ${rest.join(", ")}` : ""}`,
    ),
    schema(
      "type {p} = {\n",
      (name, type, rest) => `  ${name}: ${type};${rest.length ? ` // ${rest.join(", ")}` : ""}`,
      "\n",
      "\n}",
    ),
    schema(
      "interface {p} {\n",
      (name, type, rest) => `  ${name}: ${type};${rest.length ? ` // ${rest.join(", ")}` : ""}`,
      "\n",
      "\n}",
    ),
    schema("table {ns}\n", (name, type, rest) => `  ${[name, type, ...rest].join(" ")}`),
    schema("{p}: ", (name, type, rest) => `${name} = ${[type, ...rest].join(" ")}`, ", "),
    schema("{p} — ", (name, type, rest) => `${name}: ${[type, ...rest].join(" ")}`, "; "),
    schema("{p}: ", (name, type, rest) => `${name} [${[type, ...rest].join(", ")}]`, ", "),
    schema("{p}: ", (name, type, rest) => `${name}:${type}${bracketed(rest)}`, ", "),
    schema("{p}: ", (name, type, rest) => `${[type, name].join(" ")}${bracketed(rest)}`, ", "),
  ],
};
