import { describe, expect, it } from "vitest";
import { UserError } from "../lib/index.ts";
import { format, parse, split, type Grammar } from "./index.ts";

const grammar: Grammar = {
  prefix: "/",
  name: "make",
  argument: { name: "thing", summary: "what to make", required: true, example: "Task" },
  flags: {
    format,
    auth: { type: "boolean", summary: "With authentication" },
    framework: { type: "choice", choices: ["express", "fastapi", "nestjs"], summary: "Framework" },
    save: { type: "string", summary: "a file" },
    seconds: { type: "number", least: 1, most: 90, example: "60", summary: "how long" },
  },
  others: ["json", "dry-run"],
};

const parsed = (text: string) => parse(split(text), grammar);

function failure(text: string): UserError {
  try {
    parsed(text);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error(`no error for ${text}`);
}

describe("flags", () => {
  it.each([
    ["Task --framework=express", "Task", { framework: "express", auth: false }],
    ["--framework express Task --auth", "Task", { framework: "express", auth: true }],
    ["a shop  with\ncarts --auth", "a shop  with\ncarts", { auth: true }],
    ["--save=a=b Task", "Task", { save: "a=b", auth: false }],
    ['"--not a flag" and more', "--not a flag and more", { auth: false }],
    ["Task -- --verbose", "Task --verbose", { auth: false }],
    ["- -x --- --A", "- -x --- --A", { auth: false }],
  ])("%s", (text, argument, flags) => {
    expect(parsed(text)).toEqual({ argument, flags });
  });

  it.each([
    [
      "Task --framwork=express",
      "unknown_flag",
      "did you mean --framework?",
      "Try: /make Task --framework=express",
    ],
    ["Task --dryrun", "unknown_flag", "did you mean --dry-run?", "Try: /make Task --dry-run"],
    ["Task --authentication", "unknown_flag", "did you mean --auth?", "Try: /make Task --auth"],
    ["Task --framework=expres", "flag_value", "did you mean express?", "Try: /make Task --framework=express"],
    [
      "Task --framework rails --auth",
      "flag_value",
      "it is express, fastapi or nestjs",
      "Try: /make Task --framework=express --auth",
    ],
    [
      "Task --framework --auth",
      "flag_value",
      "needs a value: express, fastapi or nestjs",
      "Try: /make Task --framework=express --auth",
    ],
    ["Task --auth=yes", "flag_value", "takes no value", "Try: /make Task --auth"],
    ["Task --format=md", "flag_value", "document formats are for /doc", "Try: /make Task --format=concise"],
    ["--auth", "argument_missing", "needs thing: what to make", "Try: /make Task"],
    ["Task --constructor", "unknown_flag", "has no flag --constructor", "Try: /make Task"],
    ["Task --__proto__=x", "argument", "", ""],
  ])("%s is refused with the corrected line", (text, code, message, fix) => {
    if (code === "argument") return expect(parsed(text).argument).toBe(text);
    const error = failure(text);
    expect(error).toMatchObject({ code, fix, usage: true });
    expect(error.message).toContain(message);
  });

  it("takes any whole number within its bounds, and names them where it can't", () => {
    expect(parsed("x --seconds=20").flags).toMatchObject({ seconds: 20 });
    for (const [text, near] of [
      ["0", "1"],
      ["91", "90"],
      ["2.6", "3"],
      ["soon", "60"],
    ])
      expect(() => parsed(`x --seconds=${text}`)).toThrow(
        expect.objectContaining({
          message: expect.stringContaining("a whole number from 1 to 90"),
          fix: expect.stringContaining(`--seconds=${near}`),
        }),
      );
  });

  it("keeps foreign control characters out of messages", () => {
    expect(failure("Task --framework=\u001b[31mred").message).not.toContain("\u001b");
  });
});
