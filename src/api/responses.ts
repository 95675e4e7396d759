import type { JsonSchema } from "../schema/index.ts";
import type { Response } from "./definition.ts";
import { problemTitles, problemType, type ProblemStatus } from "./problems.ts";

/** Returns a reference to the API's schema of that name. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns the problem responses for these statuses. */
export const errors = (...statuses: readonly ProblemStatus[]): Readonly<Record<string, Response>> =>
  Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: problemTitles[status], content: { [problemType]: ref("Problem") } },
    ]),
  );
