import type { Block, Level } from "./report.ts";

type Code = Extract<Block, { kind: "code" }>;

/** The code with the comments that a level shows. */
export const thin = async ({ code }: Code, _level: Level): Promise<string> => code;
