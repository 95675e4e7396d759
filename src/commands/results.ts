import type { DataOf } from "../lib/index.ts";
import type { Failure, Result } from "../report/index.ts";
import type { Leaves } from "./table.ts";

export type { Failure };

/** The types of what `antiphon <command> --json` prints, by command: `Results["test"]`. */
export type Results = {
  readonly [Name in keyof Leaves]:
    | Result<DataOf<Awaited<ReturnType<Leaves[Name]>>["default"]["data"]>>
    | Failure;
};
