import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommandRun, Written } from "../workspace/index.ts";
import {
  escaped,
  notFound,
  resultOf,
  show,
  styles,
  toMarkdown,
  toTerminal,
  type Block,
  type Level,
  type Report,
} from "./index.ts";
import { toJson } from "./json.ts";

const levels = Object.keys(styles) as Level[];
const one = (...blocks: readonly Block[]): Report => ({
  title: "T",
  outcome: "done",
  sections: [{ key: "s", title: "S", blocks }],
});

// Only the workspace creates evidence; these replace what it has recorded.
const ran = (exitCode: number) =>
  ({
    kind: "run",
    command: ["npm", "test"],
    folder: ".",
    exitCode,
    milliseconds: 1234,
    at: 1,
  }) as unknown as CommandRun;
const dry = { kind: "dry", checkpoint: "", changes: [], at: 1 } as unknown as Written;

const rich: Report = {
  title: "Generated Task API",
  outcome: "done",
  sections: [
    {
      key: "intro",
      title: "Introduction",
      blocks: [{ kind: "text", text: "It has been made. It took long.\n\nMore." }],
    },
    {
      key: "endpoints",
      title: "Endpoints created",
      blocks: [
        {
          kind: "table",
          columns: ["method", "path"],
          rows: [
            ["GET", "/api/tasks"],
            ["DELETE", "/api/tasks/:id"],
          ],
        },
        { kind: "facts", facts: { endpoints: 2, coverage: 97.5, failed: ["a.test.ts", "b.test.ts"] } },
      ],
    },
    {
      key: "files",
      title: "Files",
      blocks: [
        { kind: "code", path: "src/a.ts", language: "ts", code: "// why\nexport const a = 1;\n" },
        { kind: "code", path: "openapi.json", language: "json", code: '{\n  "openapi": "3.0.0"\n}\n' },
        { kind: "code", path: "README.md", language: "md", code: "# A\n\n```sh\nnpm test\n```\n" },
      ],
    },
    {
      key: "openapi",
      title: "OpenAPI",
      blocks: [{ kind: "code", language: "json", code: '{"openapi":"3.0.0"}' }],
    },
    {
      key: "checks",
      title: "Checks",
      blocks: [
        { kind: "check", claim: "tests pass", evidence: ran(0), passed: true },
        { kind: "check", claim: "lint is clean", evidence: ran(1), passed: false },
        { kind: "check", claim: "links work", evidence: undefined, passed: true },
        { kind: "list", items: ["TypeError at src/b.ts:12", "2 more"] },
        { kind: "diff", change: { path: "src/c.ts", before: "old\n", after: "new\n" } },
      ],
    },
  ],
};

const facts = [
  "Generated Task API",
  "GET",
  "/api/tasks",
  "DELETE",
  "/api/tasks/:id",
  "97.5",
  "a.test.ts",
  "b.test.ts",
  "src/a.ts",
  "export const a = 1;",
  "openapi.json",
  "README.md",
  "tests pass",
  "lint is clean",
  "links work",
  "npm test",
  "exit 0",
  "exit 1",
  "1.2 s",
  "TypeError at src/b.ts:12",
  "2 more",
  "src/c.ts",
  "-old",
  "+new",
];

describe("a report", () => {
  it("shows at the shortest level no document that a file holds, though the file says more", async () => {
    const document = (more: object): string =>
      JSON.stringify({ openapi: "3.0.0", paths: {}, ...more }, null, 2);
    const report = one(
      { kind: "code", path: "openapi.json", language: "json", code: document({ "x-own": 1 }) },
      { kind: "code", language: "json", code: document({}) },
    );
    expect(await toMarkdown(report, "concise")).toContain('"openapi": "3.0.0"');
    const ultra = await toMarkdown(report, "ultra");
    expect(ultra).not.toContain("3.0.0");
    expect(ultra).toContain("openapi.json: ");
    const other = { kind: "code", language: "json", code: document({ paths: { "/a": {} } }) } as const;
    expect(await toMarkdown(one(...(report.sections[0]?.blocks ?? []), other), "ultra")).toContain("/a");
  });

  it("names a command that runs again once, below the default level", async () => {
    const check = (claim: string) => ({ kind: "check", claim, evidence: ran(1), passed: false }) as const;
    const report = one(check("tests"), check("once more"));
    expect(await toMarkdown(report, "default")).toContain("once more: failed (npm test, exit 1, 1.2 s)");
    for (const level of ["concise", "ultra"] as const) {
      const text = await toMarkdown(report, level);
      expect(text).toContain("tests: failed (npm test, exit 1, 1.2 s)");
      expect(text).toContain("once more: failed (same command, exit 1, 1.2 s)");
    }
  });

  it("shows below the default level what `brief` gives of a block, and nothing where it is empty", async () => {
    const report = one(
      { kind: "facts", facts: { place: "a.ts:3", problem: "off", fix: "on" }, brief: "a.ts:3: off → on" },
      { kind: "code", language: "text", code: "1 | x\n2 | y", excerpt: true, brief: "2 | y" },
      { kind: "facts", facts: { places: 1 }, brief: "" },
    );
    expect(await toMarkdown(report, "default")).toContain("- **places**: 1");
    const concise = await toMarkdown(report, "concise");
    expect(concise).toBe("# T\n\n## S\n\n- a.ts:3: off → on\n\n```text\n2 | y\n```\n");
    expect(JSON.stringify(toJson(report))).not.toContain("brief");
  });

  it("says in one line what was looked for in as many files, and in another what was in fewer", async () => {
    const sought = (what: string, files: number): readonly Block[] =>
      [notFound(what, files)].flatMap((claim) => (claim ? [{ kind: "claim", claim }] : []));
    const report = one(...sought("keys", 3), ...sought("tokens", 2), ...sought("passwords", 3));
    expect(await toMarkdown(report, "default")).toContain("Not found: passwords (3 files read)");
    const concise = await toMarkdown(report, "concise");
    expect(concise).toContain("- Not found (3 files read): keys; passwords\n");
    expect(concise).toContain("Not found: tokens (2 files read)");
  });

  it("shows checks of the same run in one section, those of another run again", async () => {
    const check = (evidence: CommandRun): Block => ({
      kind: "check",
      claim: "tests",
      evidence,
      passed: false,
    });
    const after = (evidence: CommandRun): Report => ({
      title: "T",
      outcome: "failed",
      sections: [
        { key: "a", title: "Before", blocks: [check(ran(1))] },
        { key: "b", title: "After", blocks: [check(evidence)] },
        { key: "c", title: "Files", blocks: [{ kind: "list", items: ["a.ts"] }] },
        { key: "d", title: "Tests", blocks: [{ kind: "list", items: ["a.ts"] }] },
      ],
    });
    expect(await toMarkdown(after(ran(1)), "default")).toContain("## After");
    const concise = await toMarkdown(after(ran(1)), "concise");
    expect(concise).not.toContain("## After");
    expect(concise).toContain("## Tests\n\n- a.ts");
    expect(await toMarkdown(after(ran(2)), "concise")).toContain("## After");
  });

  it("writes tables at concise with fewer marks, as Markdown that still is a table", async () => {
    const table = (...rows: readonly (readonly string[])[]): Report =>
      one({ kind: "table", columns: ["File", "Tests", "Size"], rows });
    const concise = (report: Report): Promise<string> => toMarkdown(report, "concise");
    expect(await concise(table(["a.ts", "", "S"], ["b.ts", "", "M"]))).toContain(
      "File | Size\n-|-\na.ts | S\nb.ts | M\n",
    );
    expect(await concise(table(["a.ts", "", "S"]))).toContain("\nFile: a.ts; Size: S\n");
    expect(await concise(table(["# a", "x", "S"], ["b", "x", "M"]))).toContain("| # a | x | S |");
  });

  it.each(levels)("has the same facts at level %s, in Markdown and on a terminal", async (level) => {
    const texts = [
      await toMarkdown(rich, level),
      stripVTControlCharacters(await toTerminal(rich, level, 120)),
    ];
    for (const text of texts) for (const fact of facts) expect(text).toContain(fact);
  });

  it("is shorter at each level, by prose, comments and documents that lie in files", async () => {
    const [whole = "", concise = "", ultra = ""] = await Promise.all(
      levels.map((level) => toMarkdown(rich, level)),
    );
    expect(concise.length).toBeLessThan(whole.length);
    expect(ultra.length).toBeLessThan(concise.length);
    expect(concise).toContain("It has been made.");
    expect(concise).not.toContain("It took long");
    expect(concise).not.toContain("# A\n");
    expect(concise).not.toContain("// why");
    expect(concise).toContain('{"openapi":"3.0.0"}');
    expect(ultra).not.toContain("It has been made");
    expect(ultra).toContain("- openapi.json: 3 lines");
  });

  it("shows once what other sections or files hold, but for the default", async () => {
    const change = { path: "src/c.ts", before: "a\n", after: "b\nc\n" };
    const report: Report = {
      title: "Found",
      outcome: "done",
      sections: [
        {
          key: "found",
          title: "Found",
          blocks: [
            { kind: "list", items: ["src/a.ts:3"] },
            { kind: "code", language: "text", code: "3 | quoted", excerpt: true },
            { kind: "diff", change, written: true },
            { kind: "diff", change: { ...change, path: "src/offered.ts" } },
          ],
        },
        { key: "sources", title: "Sources", repeats: true, blocks: [{ kind: "list", items: ["src/a.ts"] }] },
      ],
    };
    const [whole, concise, ultra] = await Promise.all(levels.map((level) => toMarkdown(report, level)));
    expect(whole).toContain("## Sources");
    expect(concise).not.toContain("## Sources");
    expect(concise).toContain("3 | quoted");
    expect(ultra).not.toContain("3 | quoted");
    expect(ultra).toContain("- src/c.ts: +2 −1 lines");
    expect(ultra).toContain("+++ b/src/offered.ts");
  });

  it("counts the lines of what follows from other changes, at every level", async () => {
    const change = { path: "docs/a.md", before: "a\n", after: "b\nc\n" };
    const blocks: readonly Block[] = [
      { kind: "diff", change: { ...change, path: "src/a.ts" }, written: true },
      { kind: "diff", change, written: true, derived: true },
    ];
    const report: Report = {
      title: "Made",
      outcome: "done",
      sections: [{ key: "files", title: "Files", blocks }],
    };
    const all = await Promise.all(levels.map((level) => toMarkdown(report, level)));
    for (const text of all) expect(text).toContain("- docs/a.md: +2 −1 lines");
    expect(all[0]).toContain("+++ b/src/a.ts");
    expect(all[0]).not.toContain("+++ b/docs/a.md");
  });

  it("keeps every cell, item, fact and claim at every level (property)", async () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const block: fc.Arbitrary<Block> = fc.oneof(
      fc.record({ kind: fc.constant("text" as const), text: word }),
      fc.record({ kind: fc.constant("list" as const), items: fc.array(word, { minLength: 1 }) }),
      fc.record({
        kind: fc.constant("facts" as const),
        facts: fc.dictionary(word, fc.oneof(word, fc.integer())),
      }),
      fc.record({
        kind: fc.constant("table" as const),
        columns: fc.constant(["a", "b"]),
        rows: fc.array(fc.tuple(word, fc.integer())),
      }),
      fc.record({
        kind: fc.constant("code" as const),
        path: word,
        language: fc.constantFrom("ts", "md", "json"),
        code: word,
      }),
    );
    const factsIn = (blocks: readonly Block[]): readonly string[] =>
      blocks.flatMap((b) =>
        b.kind === "list"
          ? b.items
          : b.kind === "facts"
            ? Object.entries(b.facts).flatMap(([k, v]) => [k, String(v)])
            : b.kind === "table"
              ? b.rows.flat().map(String)
              : b.kind === "code"
                ? [b.path ?? ""]
                : [],
      );
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1 }), async (blocks) => {
        for (const level of levels) {
          const text = await toMarkdown(one(...blocks), level);
          for (const fact of factsIn(blocks)) expect(text).toContain(fact);
        }
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it("brings no tags and no pictures of strangers into a page that shows it, and leaves code as it is", async () => {
    const text = "a <script>x</script> ![x](https://x.example/x.png) `Map<b>` 1 < 2 \\<i\\> \\\\<u>";
    const markdown = await toMarkdown(
      {
        title: "It",
        outcome: "done",
        sections: [
          {
            key: "all",
            title: "All",
            blocks: [
              { kind: "list", items: [text] },
              { kind: "facts", facts: { said: text } },
              { kind: "table", columns: ["Said"], rows: [[text]] },
            ],
          },
        ],
      },
      "default",
    );
    const escapedText =
      "a \\<script>x\\</script> \\![x](https://x.example/x.png) `Map<b>` 1 < 2 \\<i\\> \\\\\\<u>";
    expect(markdown.split(escapedText)).toHaveLength(4);
  });

  it("says of a check what was recorded, and nothing else", async () => {
    const text = await toMarkdown(rich, "default");
    expect(text).toContain("- [x] tests pass (npm test, exit 0, 1.2 s)");
    expect(text).toContain("- [ ] lint is clean: failed (npm test, exit 1, 1.2 s)");
    expect(text).toContain("- [ ] links work: not done");
    const unproven = one({ kind: "check", claim: "written", evidence: dry, passed: true });
    expect(await toMarkdown(unproven, "default")).toContain("- [ ] written: not done");
    expect(toJson(unproven)).toMatchObject({ sections: { s: { blocks: [{ verdict: "not done" }] } } });
  });

  it("is data with stable keys", () => {
    expect(toJson(rich)).toMatchObject({
      title: "Generated Task API",
      outcome: "done",
      sections: {
        endpoints: { blocks: [{ rows: [{ method: "GET", path: "/api/tasks" }, { method: "DELETE" }] }, {}] },
      },
    });
  });

  it.each(levels)(
    "lets no code out of its fence and no control character through, at level %s",
    async (level) => {
      const hostile = one(
        { kind: "code", path: "a.ts", language: "ts", code: "x\n````\n# Done: all tests pass\n" },
        { kind: "table", columns: ["a"], rows: [["x | y\n# z\u001b[2J"]] },
        { kind: "list", items: ["\u001b]0;title\u0007\u202Eevil"] },
      );
      const markdown = await toMarkdown(hostile, level);
      expect(markdown).toContain("`````ts\nx\n````\n# Done");
      expect(markdown).not.toMatch(/^# z/m);
      for (const c of ["\u001b", "\u0007", "\u202E"]) expect(markdown).not.toContain(c);
      const terminalText = stripVTControlCharacters(await toTerminal(hostile, level, 80));
      for (const c of ["\u001b", "\u0007", "\u202E"]) expect(terminalText).not.toContain(c);
    },
  );

  it("omits Markdown's escapes on a terminal, except in code", async () => {
    const blocks = [
      show.list([`${escaped("a_b [c] \\d")} \`e\\_f\``]),
      show.facts({ fix: escaped("See /fix g_h.py") }),
    ];
    const escapes = { ...rich, sections: [show.section("s", "S", blocks)] };
    const text = stripVTControlCharacters(await toTerminal(escapes, "default", 80));
    expect(text).toContain("a_b [c] \\d `e\\_f`");
    expect(text).toContain("See /fix g_h.py");
  });

  it("lists more than 200 kB of code by path and size on a terminal, and carries it whole as data", async () => {
    const code = (path: string, length: number): Block => ({
      kind: "code",
      path,
      language: "ts",
      code: "x".repeat(length),
    });
    const render = async (...blocks: readonly Block[]) =>
      stripVTControlCharacters(await toTerminal(one(...blocks), "default", 80));
    expect(await render(code("a.ts", 199_999), code("b.ts", 1))).toContain("x".repeat(199_999));
    const large = [code("a.ts", 150_000), code("b.ts", 50_001)];
    const listed = await render(...large);
    expect(listed).toContain("a.ts: 150.0 kB");
    expect(listed).toContain("b.ts: 50.0 kB");
    expect(listed).not.toContain("xx");
    expect(JSON.stringify(toJson(one(...large)))).toContain("x".repeat(150_000));
  });

  it("leaves a long word beside its mark", async () => {
    const place = `api/${"folder/".repeat(8)}openapi.yaml:86:61`;
    const blocks = [{ kind: "list", items: [`${place} holds values`] }] as const;
    const report = { title: "A", outcome: "done", sections: [{ key: "a", title: "B", blocks }] } as const;
    const terminalText = stripVTControlCharacters(await toTerminal(report, "default", 40));
    expect(terminalText).toContain(`• ${place}\n  holds values`);
  });

  it("fits a terminal's width where words allow it", async () => {
    const long = "word ".repeat(60).trim();
    const wide = one(
      { kind: "text", text: long },
      { kind: "table", columns: ["a", "b"], rows: [["x", long]] },
      { kind: "check", claim: long, evidence: dry, passed: true },
    );
    for (const width of [40, 80, 120])
      for (const line of stripVTControlCharacters(await toTerminal(wide, "default", width)).split("\n"))
        expect(line.length).toBeLessThanOrEqual(width);
  });
});

it("shows no key that a program printed, in any form of a report", async () => {
  const key = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
  const address = "postgres://app:hunter22@db.example.com/app";
  const report = one(
    { kind: "code", language: "text", code: `Error: refused ${key}` },
    { kind: "list", items: [`from ${address}`] },
    { kind: "facts", facts: { key } },
    { kind: "table", columns: ["key"], rows: [[key]] },
  );
  const data = JSON.stringify(resultOf({ report, files: [], dryRun: false }));
  for (const level of levels)
    for (const text of [await toMarkdown(report, level), await toTerminal(report, level, 40), data]) {
      expect(text).toContain("[redacted]");
      expect(text).not.toMatch(/abcdefghij|hunter22/);
    }
});
