import { styles } from "../report/index.ts";
import { fields, number, object, oneOf, texts, truth, wrong, type Field } from "./fields.ts";
import { frontMatter } from "./front-matter.ts";
import type { AutoActivate, Mode } from "./session.ts";

const skip: Field<"always" | "never" | "ultra" | readonly string[]> = {
  what: "always, never, ultra or a list of commands",
  read: (value) => oneOf("always", "never", "ultra").read(value) ?? texts.read(value),
};

const known = {
  default_level: oneOf("default", "concise", "ultra"),
  skip_explanations: skip,
  comment_verbosity: oneOf("full", "terse", "none"),
  auto_activate: object,
} as const;

const conditions = {
  budget_left_below: number(0, 100),
  conversation_longer_than: number(0, 1_000_000),
  commands: texts,
  ci: truth,
} as const;

/** Parses a mode's file: Markdown text, and optional settings for programs in the front matter. */
export async function readMode(name: string, source: string, file: string): Promise<Mode> {
  const { data, body } = await frontMatter(source, file);
  const { default_level, skip_explanations, comment_verbosity, auto_activate } = fields(data, known, file);
  const level = default_level ?? "default";
  const style = styles[level];
  return {
    name,
    summary: summary(body, name),
    instructions: body,
    level,
    explanations: explanations(skip_explanations) ?? style.explanations,
    comments: comment_verbosity ?? style.comments,
    skipExplanations: typeof skip_explanations === "object" ? skip_explanations : [],
    autoActivate: activation(auto_activate ?? {}, file),
  };
}

const explanations = (value: unknown): Mode["explanations"] | undefined =>
  value === "always" ? "none" : value === "never" ? "whole" : undefined;

/** The first paragraph that isn't a heading. */
const summary = (body: string, name: string): string =>
  body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, " ").trim())
    .find((paragraph) => paragraph !== "" && !paragraph.startsWith("#")) ?? `The mode ${name}`;

function activation(data: Readonly<Record<string, unknown>>, file: string): AutoActivate {
  const { budget_left_below, conversation_longer_than, commands, ci } = fields(data, conditions, file);
  if (budget_left_below === 0)
    throw wrong("budget_left_below is a number above 0.", "Leave the line out.", file);
  return {
    ...(budget_left_below !== undefined && { budgetLeftBelow: budget_left_below }),
    ...(conversation_longer_than !== undefined && { conversationLongerThan: conversation_longer_than }),
    ...(commands && { commands }),
    ...(ci !== undefined && { ci }),
  };
}
