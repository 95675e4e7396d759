import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { ask, type AskOptions } from "./ask.ts";
import { lines } from "./lines.ts";

function asking(typed: readonly string[], more: Partial<AskOptions> = {}, ends = true) {
  const input = new PassThrough();
  const questionTexts: string[] = [];
  const note = (text: string): void => void questionTexts.push(text);
  for (const text of typed) input.write(text);
  if (ends) input.end();
  return {
    said: questionTexts,
    questions: ask({ answers: lines(() => input, note), yes: false, edit: undefined, note, ...more }),
  };
}

describe("a question", () => {
  it.each([
    ["y\n", "y"],
    ["yes\n", "y"],
    ["YES\r\n", "y"],
    [" n \n", "n"],
    ["no\n", "n"],
    ["e\n", "e"],
    ["y", "y"],
    ["maybe\nyess\nok\n\ny\n", "y"],
    ["1\ntrue\nj\nn\n", "n"],
  ])("answered %j is %s", async (typed, answer) => {
    const { questions } = asking([typed]);
    expect(await questions.choose("Generate?", ["y", "n", "e"])).toBe(answer);
  });

  it("takes only the letters that it offers", async () => {
    const { questions, said } = asking(["e\ny\n"]);
    expect(await questions.choose("Write?", ["y", "n"])).toBe("y");
    expect(said.join("")).toContain("Please answer y or n.");
  });

  it("at the end of input is answered no, and names --yes", async () => {
    const { questions, said } = asking([]);
    expect(await questions.choose("Write?", ["y", "n"])).toBe("n");
    expect(said.join("")).toContain("--yes");
  });

  it("with --yes is not asked", async () => {
    const { questions, said } = asking(["n\n"], { yes: true });
    expect(await questions.choose("Write?", ["y", "n"])).toBe("y");
    expect(said).toEqual([]);
  });

  it("with -p is not asked, and answered no", async () => {
    const { questions } = asking(["y\n"], { silent: true });
    expect(await questions.choose("Write?", ["y", "n"])).toBe("n");
  });

  it("takes one line each of answers that are piped in together", async () => {
    const { questions } = asking(["y\nn\ny\n"]);
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await questions.choose("Write?", ["y", "n"]));
    expect(answers).toEqual(["y", "n", "y", "n"]);
  });

  it("can't be edited without a terminal, and says what to do", async () => {
    const { questions } = asking([]);
    await expect(questions.edit("a: 1", "yaml")).rejects.toMatchObject({ code: "no_editor" });
  });
});

describe("lines", () => {
  it("come whole from pieces, and wait no longer than told", async () => {
    const input = new PassThrough();
    const answers = lines(
      () => input,
      () => undefined,
    );
    input.write("on");
    expect(await answers.next("", 20)).toBeUndefined();
    input.write("e\ntwo");
    expect(await answers.next("")).toBe("one");
    input.end();
    expect(await answers.next("")).toBe("two");
    expect(await answers.next("")).toBeUndefined();
  });
});
