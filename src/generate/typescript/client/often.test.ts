import { describe, expect, it } from "vitest";
import { readSpec } from "../../../api/index.ts";
import { typescriptClient } from "./index.ts";

const problem = {
  description: "no",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const failures = Object.fromEntries([400, 401, 403, 404, 409, 422].map((status) => [status, problem]));

async function operationsOf(paths: readonly string[], responses: object): Promise<string | undefined> {
  const document = {
    openapi: "3.1.0",
    info: { title: "Often" },
    paths: Object.fromEntries(paths.map((path) => [path, { get: { responses } }])),
    components: { schemas: { Problem: { type: "object", properties: { title: { type: "string" } } } } },
  };
  const { spec } = await readSpec("a.json", () => Promise.resolve(JSON.stringify(document)));
  return typescriptClient(spec).find(({ path }) => path === "src/operations.ts")?.text;
}

describe("the answers of several operations", () => {
  const done = { 204: { description: "done" } };

  it("have a type of their own where they are long", async () => {
    const text = await operationsOf(["/a", "/b", "/c"], { ...done, ...failures });
    expect(text).toContain("type ProblemAnswer = Answer<400 | 401 | 403 | 404 | 409 | 422, m.Problem>;\n");
    expect(text).toContain("export type GetBResult = Answer<204, undefined> | ProblemAnswer | Unexpected;\n");
  });

  it("stand where they are if they are short or stand there alone", async () => {
    expect(await operationsOf(["/a", "/b", "/c"], { ...done, 400: problem })).not.toContain(
      "ProblemAnswer =",
    );
    expect(await operationsOf(["/a"], { ...done, ...failures })).not.toContain("ProblemAnswer =");
  });
});
