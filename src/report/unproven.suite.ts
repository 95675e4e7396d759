import type { Block, Report } from "./report.ts";

/** Words by which a sentence claims that all is well, or that something doesn't exist. */
const claims: readonly RegExp[] = [
  /(?<!not )\b(?:approved?|complete|fixed|verified|flawless)\b/i,
  /\b(?:not|nowhere|nothing) (?:was )?found\b|\bfound (?:nowhere|nothing)\b|\bno \w+ (?:was |were )?found\b/i,
  /^(?:every\w*|nothing) /i,
  /\ball (?:tests|checks|steps|tasks|files)\b.*\b(?:pass|passed|done)\b/i,
  /\btests pass(?:ed)?\b|\b100 ?%/i,
];

/** Sentences about what the command itself did, which claim nothing about the project. */
const reasons = /^nothing was (?:run|written)\b/i;

/** Removes quotations, which are the project's words, and shares, which are based on the counts they state. */
const withoutCode = (text: string): string =>
  text.replaceAll(/`+[^`]*`+|“[^”]*”|"[^"]*"|\b(\d+) of \1 \(100 %\)/g, "…");

function sentencesOf(block: Block): readonly string[] {
  if (block.kind === "text") return [block.text];
  if (block.kind === "list") return block.items;
  if (block.kind === "facts") return Object.values(block.facts).filter((value) => typeof value === "string");
  return [];
}

/**
 * Returns sentences that claim something without recorded evidence: not created by a claim function, not a check with
 * evidence, not marked as a model's words.
 */
export function unproven({ title, verdict, sections }: Report): readonly string[] {
  const ownBlocks = sections.filter(({ voice }) => voice === undefined).flatMap(({ blocks }) => blocks);
  const proven = [
    ...(verdict ? [verdict.words] : []),
    ...ownBlocks.flatMap((block) => (block.kind === "claim" ? [block.claim.words] : [])),
  ];
  const baseless = ownBlocks.flatMap((block) =>
    block.kind === "check" && block.passed && block.evidence === undefined ? [block.claim] : [],
  );
  const sentences = [title, ...ownBlocks.flatMap(sentencesOf)].map(withoutCode);
  const claiming = sentences.filter(
    (sentence) =>
      claims.some((words) => words.test(sentence.trim())) &&
      !reasons.test(sentence.trim()) &&
      !proven.some((words) => sentence.includes(words)),
  );
  return [...baseless, ...claiming];
}
