import { expect, it } from "vitest";
import { data, table, UserError } from "../lib/index.ts";
import { command, type Command } from "./command.ts";
import { dispatch } from "./dispatch.ts";
import { project } from "./session.suite.ts";
import { split } from "./command-words.ts";

it("says what was written where a command ends in the middle", async () => {
  const at = project({});
  const session = await at.open();
  const notes: string[] = [];
  const breaks = command({
    summary: "Writes so many files, and fails",
    argument: { name: "count", summary: "how many", required: true },
    flags: {},
    data: data.object({}),
    run: async ({ argument }) => {
      const paths = Array.from({ length: Number(argument) }, (_, i) => `${i}.txt`);
      for (const path of paths) await session.workspace.files.write([{ path, before: null, after: "a\n" }]);
      throw new UserError("broken", "It broke.", "Mend it.");
    },
  });
  const commands = table<Command, string>({ breaks: async () => ({ default: breaks }) });
  const note = (text: string): void => void notes.push(text);
  const say = (line: string): Promise<unknown> =>
    dispatch(split(line), {
      session: { ...session, note },
      signal: AbortSignal.any([]),
      commands,
      prefix: "antiphon ",
    });
  await expect(say("breaks 0")).rejects.toThrow("It broke.");
  expect(notes).toEqual([]);
  await expect(say("breaks 2")).rejects.toThrow("It broke.");
  expect(notes).toEqual(["2 files were written before that; antiphon undo takes them back."]);
  await dispatch(split("undo"), { session, signal: AbortSignal.any([]) });
  expect(() => at.read("0.txt")).toThrow("ENOENT");
});
