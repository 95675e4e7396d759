import type { Json, JsonObject } from "../../lib/index.ts";
import type { Resource } from "../definition.ts";
import type { Expectation } from "../example.ts";
import { answeredFields, storedFields } from "../fields.ts";
import { problemTitles, type ProblemStatus } from "../problems.ts";

/** Returns the record that a body creates, without id and times. */
export function recordOf(resource: Resource, body: JsonObject): JsonObject {
  const value = (name: string, fallback: Json | undefined): Json => body[name] ?? fallback ?? null;
  return Object.fromEntries(
    answeredFields(resource).flatMap((field) =>
      field.auto === "uuid"
        ? []
        : [
            [
              field.name,
              field.auto === "now" ? now(field.schema["format"]) : value(field.name, field.default),
            ],
          ],
    ),
  );
}

/** Placeholder of any time. A date without time depends on the day too, so it is not compared exactly. */
const now = (format: unknown): Json => (format === "date" ? "{{date}}" : "{{datetime}}");

export const secretsOf = (resource: Resource): readonly string[] =>
  storedFields(resource)
    .filter((field) => field.secret)
    .map((field) => field.name);

/** Expects a record with the values of the body and without secrets. */
export function answered(status: number, resource: Resource, body: JsonObject): Expectation {
  const hidden = secretsOf(resource);
  return { status, body: recordOf(resource, body), ...(hidden.length ? { without: hidden } : {}) };
}

/** Expects a problem with this status whose `errors` include the given ones. */
export const refused = (
  status: ProblemStatus,
  ...errors: readonly { readonly path: string; readonly message: string }[]
): Expectation => ({
  status,
  headers: { "content-type": "application/problem+json" },
  problem: { title: problemTitles[status], ...(errors.length ? { errors } : {}) },
});
