import { expect, it } from "vitest";
import { dispatch } from "../dispatch.ts";
import { project } from "../session.suite.ts";
import { split } from "../command-words.ts";

it("what somebody writes during a run is not written over", async () => {
  const { open, read, write } = project({});
  const session = await open();
  const overtaken = {
    ...session,
    ask: {
      ...session.ask,
      choose: <T extends string>(question: string, choices: readonly T[]): Promise<T> => {
        write("api.yaml", "resources: {}\n");
        return session.ask.choose(question, choices);
      },
    },
  };
  const { signal } = new AbortController();
  const run = dispatch(split("/api-gen Tag"), { session: overtaken, signal });
  await expect(run).rejects.toMatchObject({ code: "file-changed" });
  expect(read("api.yaml")).toBe("resources: {}\n");
});
