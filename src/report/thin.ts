import type { Block, Style } from "./report.ts";

type Code = Extract<Block, { kind: "code" }>;

/** The code with the comments that a style shows. */
export const thin = async ({ code }: Code, _comments: Style["comments"]): Promise<string> => code;
