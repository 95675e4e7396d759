import type { Change } from "../workspace/index.ts";

const lines = (text: string | null, mark: string): readonly string[] =>
  text === null
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => mark + line);

export const unified = ({ path, before, after }: Change): string =>
  [
    `--- ${before === null ? "/dev/null" : `a/${path}`}`,
    `+++ ${after === null ? "/dev/null" : `b/${path}`}`,
    ...lines(before, "-"),
    ...lines(after, "+"),
  ].join("\n");
