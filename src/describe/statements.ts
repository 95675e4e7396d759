import { isAttribute, isAttributeList } from "./attributes.ts";
import { clausesIn } from "./clauses.ts";
import { itemsOf } from "./items.ts";
import { blocksOf, isNotation, isOutOfScope } from "./layout.ts";
import { nounAt } from "./nouns.ts";
import { bareVerbs, endsInHolder, isFieldsLabel, opensRecord, withoutEnd } from "./phrasing.ts";
import { uniqueWithin } from "./pieces.ts";
import { request } from "./request.ts";
import { ruleKind } from "./rules.ts";
import { sentence } from "./sentence-forms.ts";
import { sentencesOf } from "./sentences.ts";
import { spelledOut } from "./spelled-out.ts";
import { type Statement, labelOwner } from "./statement.ts";
import { tableStatements } from "./tables.ts";
import { tokensOf } from "./tokens.ts";
import { spliced, unfolded } from "./unfold.ts";
import { isKnownResource, isScalar } from "./vocabulary.ts";

/** Maximum characters of a sentence; the rest is reported as not understood. */
const longestSentence = 1200;

/** Reads a description into statements. Sentences that are rules yield no other statements. */
export function statementsOf(description: string): readonly Statement[] {
  const statements: Statement[] = [];
  for (const block of blocksOf(spelledOut(description))) {
    if (block.kind === "aside") continue;
    if (block.kind === "list") {
      const owner = labelOwner(block.label);
      if (owner) statements.push({ kind: "attributes", owner, list: block.items.join(", "), labelled: true });
    } else if (block.kind === "table") statements.push(...tableStatements(block));
    else
      for (const { text, followsSemicolon } of sentencesOf(block.text))
        if (!isOutOfScope(text))
          statements.push(...sentenceAfter(statements.at(-1), beginningOf(text), followsSemicolon));
  }
  return statements;
}

/** The part of a sentence that is read, in whole words. */
const beginningOf = (text: string): string =>
  text.length > longestSentence ? text.slice(0, longestSentence).replace(/[\p{L}\d]+$/u, "") : text;

/** Reads a sentence that may continue the list of the one before it. */
function sentenceAfter(
  before: Statement | undefined,
  text: string,
  followsSemicolon: boolean,
): readonly Statement[] {
  const isList = /^(?:attributes|more|clause|link)$/.test(before?.kind ?? "");
  if (isMoreFields(text, isList && followsSemicolon)) return [{ kind: "more", list: withoutEnd(text) }];
  const verbs = isList ? bareVerbs(text) : undefined;
  return verbs ? [{ kind: "actions", verbs }] : unfolded(text).flatMap(spliced).flatMap(sentence);
}

/**
 * Whether a sentence only describes fields, without an owner: `Amount: required, min 1`, `the email must be unique and
 * the name is optional`.
 */
function isMoreFields(text: string, mayContinueList: boolean): boolean {
  if (isFieldsLabel(text) || (mayContinueList && uniqueWithin.test(text))) return true;
  const tokens = tokensOf(text);
  const noun = nounAt(tokens);
  const next = tokens[noun?.to ?? 0];
  const [clause] = clausesIn(tokens);
  const hasList = noun?.group && isAttributeList(noun.group.text.slice(1, -1), noun);
  // `haul -> truck, from, to`
  const isHolder = /:|^(?:for|of|on) |^\w+ ?->/.test(text) || endsInHolder(text) || hasList;
  if (mayContinueList && !ruleKind(text) && !opensRecord(text) && !clause && !isHolder) {
    const items = itemsOf(withoutEnd(text));
    return items.length > 0 && items.every((item) => isAttribute(item) || item.field.required !== undefined);
  }
  if (!noun || !next || noun.group || request.test(text)) return false;
  if (clause && (!isScalar(noun.words) || isKnownResource(noun.words) || !clause.verb.copula)) return false;
  const remark = next.text === ":" ? (text.slice(next.end).split(/[,;]/)[0] ?? "") : "";
  if (remark && !isScalar(noun.words)) return /^\s*(?:required|optional|mandatory)\s*$/i.test(remark);
  if (remark && isNotation(remark)) return true;
  if (!clause || (ruleKind(text) && !/^(?:the|its|their) /i.test(text))) return false;
  return itemsOf(withoutEnd(text)).every(({ field }) => field.name !== "");
}
