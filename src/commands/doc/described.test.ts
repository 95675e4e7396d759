import { describe, expect, it } from "vitest";
import { ApiError } from "../../messages/index.ts";
import { answer, scripted as failing } from "../../models/scripted.suite.ts";
import { calls, project, reply, scripted } from "../session.suite.ts";

const source = `export function blend(left, right, ratio = 0.5) {
  return left * (1 - ratio) + right * ratio;
}

/** Stays as it is. */
export const kept = (value) => value;

export class Mixer {
  constructor(base) {
    this.base = base;
  }
}
`;
const files = { "package.json": `{"name":"mix","type":"module"}`, "src/mix.js": source };
const hand = (...declarations: readonly object[]) =>
  calls("describe_declarations", { declarations: structuredClone(declarations) as never }); // JSON, written above

const blend = {
  name: "blend",
  summary: "Mixes two amounts; a higher `ratio` favours `right`.",
  parameters: { ratio: "Share of the second amount, from 0 to 1" },
  returns: "The weighted mean.",
};

describe("/doc with a model", () => {
  it("writes the model's words where a declaration has none, and leaves what is documented alone", async () => {
    const { model, requests } = scripted([hand(blend), reply("Done.")]);
    const { run, read } = project(files);
    const { text } = await run("/doc src", { model, shell: false });
    const after = read("src/mix.js");
    expect(after).toContain("Mixes two amounts; a higher `ratio` favours `right`.");
    expect(after).toContain("share of the second amount, from 0 to 1");
    expect(after).toContain("@returns the weighted mean");
    expect(after).toContain("/** Stays as it is. */\nexport const kept");
    expect(text).toMatch(/1 declaration described by scripted/);
    expect(requests).toHaveLength(2);
    expect(requests[0]).toMatchObject({ tool_choice: { type: "tool", name: "describe_declarations" } });
    const promptText = JSON.stringify(requests[0]?.messages);
    expect(promptText).toContain("function blend");
    expect(promptText).not.toContain("const kept");
  });

  it("asks nothing of what is documented by then, with --update or --check", async () => {
    const { model, requests } = scripted([hand(blend)]);
    const { run, read } = project(files);
    await run("/doc src --update", { model, shell: false });
    await run("/doc src --check", { model, shell: false });
    expect(requests).toHaveLength(0);
    expect(read("src/mix.js")).toBe(source);
  });

  const refused: Readonly<Record<string, readonly [object, RegExp]>> = {
    "the end of the comment": [{ ...blend, summary: "Mixes. */ process.exit(1); /*" }, /end of a comment/],
    "a tag": [{ ...blend, summary: "Mixes <script>alert(1)</script> two amounts" }, /tag/],
    "a link": [{ ...blend, summary: "Mixes two amounts, see https://example.com" }, /link/],
    "a name that isn't there": [
      { ...blend, summary: "Mixes by `interpolate` of two amounts" },
      /names interpolate/,
    ],
    "a number that isn't there": [{ ...blend, summary: "Mixes up to 640 amounts" }, /tells of 640/],
    "an error that isn't raised": [{ ...blend, summary: "Mixes amounts and throws on text" }, /errors/],
    "the name again": [{ ...blend, summary: "Blends." }, /repeats the name/],
    "a declaration of another file": [{ ...blend, name: "other" }, /wasn't asked about/],
    "a parameter that isn't there": [
      { name: "blend", summary: "Blends.", parameters: { middle: "The middle" } },
      /no parameter middle/,
    ],
  };
  it.each(Object.keys(refused))("refuses %s, says so to the model and in the report", async (name) => {
    const [described, why] = refused[name] ?? [{}, /-/];
    const { model, requests } = scripted([hand(described), reply("I can't.")]);
    const { run, read } = project(files);
    const { text } = await run("/doc src/mix.js", { model, shell: false });
    expect(JSON.stringify(requests[1]?.messages)).toMatch(why);
    expect(text).toMatch(why);
    expect(read("src/mix.js")).not.toContain("Mixes");
  });

  it("takes what was corrected", async () => {
    const { model } = scripted([
      hand({ ...blend, summary: "Mixes up to 640 amounts" }),
      hand(blend),
      reply("Done."),
    ]);
    const { run, read } = project(files);
    const { text } = await run("/doc src/mix.js", { model, shell: false });
    expect(read("src/mix.js")).toContain("Mixes two amounts");
    expect(text).not.toContain("refused");
  });

  it("writes what it can without the model where that gives no answer, and asks it no further", async () => {
    const model = failing(
      ...Array.from({ length: 9 }, () => new ApiError("authentication_error", "No.")),
      answer("late"),
    );
    const second =
      'export function two(a) {\n  if (a < 0) throw new RangeError("it is negative");\n  return a + 1;\n}\n';
    const { run, read } = project({ ...files, "src/second.js": second });
    const { text } = await run("/doc src", { model, shell: false });
    expect(text).toContain("; it failed: No, so the rest is written without it");
    expect(read("src/second.js")).toContain('@throws {RangeError} if `a < 0`: "it is negative"');
    expect(model.asked).toHaveLength(1);
  });

  it("executes the model's examples, and shows those that hold", async () => {
    const source =
      "export const half = (value) => value / 2;\nexport const twice = (value) => value * 2;\nexport const plus = (value) => value + 1;\n";
    const python = "def half(value):\n    return value / 2\n";
    const { run, read } = project({ "package.json": `{"type":"module"}`, "a.js": source, "b.py": python });
    const say = (name: string, example: string) => ({
      name,
      summary: "Changes an amount of money.",
      example,
    });
    const first = hand(
      say("half", "expect(half(8)).toBe(4);"),
      say("twice", "expect(twice(8)).toBe(4);"),
      say("plus", "expect(plus(process.pid)).toBe(4);"),
    );
    const { text } = await run("/doc a.js", { model: scripted([first, reply("Done.")]).model });
    expect(read("a.js")).toContain("half(8); // 4");
    expect(read("a.js")).not.toMatch(/twice\(8\)|plus\(process/);
    expect(text).toContain("2 executed, 1 passed; omitted: twice(8) (the model)");
    const second = hand(say("half", "assert half(8) == 4"));
    await run("/doc b.py", { model: scripted([second, reply("Done.")]).model });
    expect(read("b.py")).toContain(">>> half(8)\n        4.0");
  });

  const languages: Readonly<Record<string, readonly [string, string, string]>> = {
    Python: [
      "mix.py",
      "def blend(left, right, ratio=0.5):\n    return left * (1 - ratio) + right * ratio\n",
      `"""Mixes two amounts; a higher \`ratio\` favours \`right\`.`,
    ],
    Go: [
      "mix.go",
      "package mix\n\nfunc Blend(left, right, ratio float64) float64 {\n\treturn left*(1-ratio) + right*ratio\n}\n",
      "// Blend mixes two amounts; a higher ratio favours right.",
    ],
    Rust: [
      "mix.rs",
      "pub fn blend(left: f64, right: f64, ratio: f64) -> f64 {\n    left * (1.0 - ratio) + right * ratio\n}\n",
      "/// Mixes two amounts; a higher `ratio` favours `right`.",
    ],
    Java: [
      "Mix.java",
      "public class Mix {\n  public static double blend(double left, double right, double ratio) {\n    return left * (1 - ratio) + right * ratio;\n  }\n}\n",
      "* Mixes two amounts; a higher `ratio` favours `right`.",
    ],
  };
  it.each(Object.keys(languages))("writes them in the form of %s, once", async (name) => {
    const [path, text, expected] = languages[name] ?? ["", "", ""];
    const localName = name === "Go" ? "Blend" : name === "Java" ? "Mix.blend" : "blend";
    const { run, read } = project({ [path]: text });
    await run(`/doc ${path}`, {
      model: scripted([hand({ ...blend, name: localName }), reply("Done.")]).model,
      shell: false,
    });
    const after = read(path);
    expect(after.replaceAll(/\{@code (\w+)\}/g, "`$1`")).toContain(expected);
    await run(`/doc ${path}`, { shell: false });
    expect(read(path)).toBe(after);
  });
});
