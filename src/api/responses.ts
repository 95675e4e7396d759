import type { JsonSchema } from "../schema/index.ts";
import type { Response } from "./definition.ts";
import { problemTitles, problemType, type ProblemStatus } from "./problems.ts";

/** The schema of that name among those of an API. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Responses of operations that answer a problem. */
export const errors = (...statuses: readonly ProblemStatus[]): Readonly<Record<string, Response>> =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: problemTitles[status], content: { [problemType]: ref("Problem") } },
    ]),
  );
