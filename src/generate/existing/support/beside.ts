import { imported, ts, type Code } from "../../../code/index.ts";

/** The path of a file beside the module that says it. */
export const besideTests = (name: string, runtime: "esm" | "cjs"): Code =>
  runtime === "esm"
    ? ts`${imported("node:url", "fileURLToPath")}(new URL(${name}, import.meta.url))`
    : ts`${imported("node:path", "join")}(__dirname, ${name})`;
