import { definitionToYaml, fromText } from "../api/index.ts";
import { accountFor, type Account } from "./account.ts";
import { draftOf, readText } from "./read.ts";
import { sentencesOf } from "./sentences.ts";
import type { Statement } from "./statement.ts";
import { tokensOf } from "./tokens.ts";

/** All stages of reading a description. */
export interface Explained {
  /** The words of each sentence with their parts of speech. */
  readonly tokens: readonly string[];
  /** The statements of each sentence. */
  readonly frames: readonly { readonly kind: string; readonly said: string }[];
  /** The evidence for and against each noun being a resource. */
  readonly evidence: readonly { readonly noun: string; readonly score: number; readonly why: string }[];
  /** The resulting definition, as YAML. */
  readonly facts: string;
  readonly account: Account;
}

/**
 * Explains how a description is read.
 * @throws UserError `not_understood` if the description names no resource
 */
export function explainText(text: string): Explained {
  const { api, assumed } = fromText(text, draftOf); // refuses what is too long
  const { statements, nouns, expressed } = readText(text);
  const facts = definitionToYaml(api);
  return {
    tokens: sentencesOf(text).map((sentence) =>
      tokensOf(sentence.text)
        .map(({ text: word, tags }) => (tags.size ? `${word}/${[...tags].at(-1) ?? ""}` : word))
        .join(" "),
    ),
    frames: statements.map((statement) => ({ kind: statement.kind, said: describeStatement(statement) })),
    evidence: [...nouns.evidence].map(([noun, all]) => ({
      noun,
      score: nouns.score(noun),
      why: all.map(({ why, weight }) => `${why} ${weight > 0 ? "+" : ""}${weight}`).join(", "),
    })),
    facts,
    account: accountFor(text, api, assumed, expressed),
  };
}

function describeStatement(statement: Statement): string {
  const name = ({ words }: { readonly words: readonly string[] }): string => words.join(" ");
  if (statement.kind === "clause") {
    const { subject, verb, rest } = statement.clause;
    const words = (tokens: typeof rest): string => tokens.map(({ text }) => text).join(" ");
    const flags = [verb.modal, verb.negated ? "not" : "", verb.passive ? "passive" : ""].filter(Boolean);
    return `${words(subject)} | ${[...flags, verb.base].join(" ")} | ${words(rest)}`;
  }
  if (statement.kind === "attributes") return `${name(statement.owner)}: ${statement.list}`;
  if (statement.kind === "actions") return statement.verbs.join(", ");
  if (statement.kind === "application") return name(statement.noun);
  if (statement.kind !== "link" && statement.kind !== "tie") return statement.list;
  const tie = statement.kind === "link" ? "belongs to" : statement.many ? "many to many" : "has many";
  return `${name(statement.from)} ${tie} ${name(statement.to)}`;
}
