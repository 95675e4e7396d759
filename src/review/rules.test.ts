import { describe, expect, it } from "vitest";
import type { Ground } from "./contract.ts";
import dangerous from "./checks/dangerous.ts";
import leftovers from "./checks/leftovers.ts";
import { rules } from "./rules.ts";
import { secretIn } from "./checks/secrets.ts";
import { changeOf } from "./compare.ts";
import { copiesIn } from "./look.ts";

/** For each rule and language, a line that it reports, and a similar one that is fine. */
const lines: readonly (readonly [id: string, path: string, bad: string, fine: string])[] = [
  ["eval", "a.ts", "run(eval(text));", "run(model.eval(text));"],
  ["eval", "a.py", "exec(text)", "cursor.exec(text)"],
  ["timer-string", "a.js", 'setTimeout("go()", 10);', "setTimeout(go, 10);"],
  ["command-injection", "a.ts", "execSync(`git log ${branch}`);", 'execSync("git log");'],
  ["command-injection", "a.py", 'os.system("ls " + name)', 'os.system("ls")'],
  ["command-injection", "a.go", 'exec.Command("sh", "-c", "ls "+name)', 'exec.Command("ls", name)'],
  ["shell-true", "a.js", "spawn(line, { shell: true });", "spawn(name, words, { shell: false });"],
  [
    "sql-injection",
    "a.ts",
    "db.query(`SELECT a FROM t WHERE id = ${id}`);",
    'db.query("SELECT a FROM t WHERE id = $1", [id]);',
  ],
  [
    "sql-injection",
    "a.py",
    'c.execute(f"SELECT a FROM t WHERE id = {x}")',
    'c.execute("SELECT a FROM t WHERE id = %s", (x,))',
  ],
  [
    "sql-injection",
    "a.go",
    'q := fmt.Sprintf("SELECT a FROM t WHERE id = %s", id)',
    'q := "SELECT a FROM t WHERE id = $1"',
  ],
  ["html-injection", "a.ts", "node.innerHTML = text;", "node.textContent = text;"],
  ["html-injection", "a.py", "return mark_safe(text)", 'return mark_safe("<b>")'],
  ["html-injection", "b.py", "return Markup(html.unescape(text))", "return Markup(escape(text))"],
  ["deserialization", "a.py", "pickle.loads(data)", "json.loads(data)"],
  ["deserialization", "a.js", "vm.runInNewContext(text);", "JSON.parse(text);"],
  ["yaml-load", "a.py", "yaml.load(text)", "yaml.safe_load(text)"],
  [
    "tls-unverified",
    "a.ts",
    "get(url, { rejectUnauthorized: false });",
    "get(url, { rejectUnauthorized: true });",
  ],
  ["tls-unverified", "a.py", "requests.get(url, verify=False)", "requests.get(url, verify=True)"],
  ["weak-hash", "a.ts", 'createHash("md5");', 'createHash("sha256");'],
  ["weak-random", "a.ts", "const token = String(Math.random());", "const angle = Math.random();"],
  [
    "jwt-unverified",
    "a.js",
    'verify(t, k, { algorithms: ["none"] });',
    'verify(t, k, { algorithms: ["RS256"] });',
  ],
  ["path-traversal", "a.js", "fs.readFile(req.params.name, done);", "fs.readFile(names[0], done);"],
  ["open-redirect", "a.js", "res.redirect(req.query.next);", 'res.redirect("/home");'],
  ["debug-mode", "a.py", "app.run(debug=True)", "app.run(debug=False)"],
  ["temporary-file", "a.py", "path = tempfile.mktemp()", "file = tempfile.mkstemp()"],
  ["archive-traversal", "a.py", "archive.extractall(folder)", 'archive.extractall(folder, filter="data")'],
  [
    "cors-any",
    "a.js",
    'res.set("Access-Control-Allow-Origin", "*");',
    'res.set("Access-Control-Allow-Origin", own);',
  ],
  ["swallowed-error", "a.ts", "try { go(); } catch {}", "try { go(); } catch { stop(); }"],
  [
    "swallowed-error",
    "a.py",
    "try:\n    go()\nexcept Exception: pass",
    "try:\n    go()\nexcept OSError: pass",
  ],
  ["mutable-default", "a.py", "def f(a, b=[]):\n    pass", "def f(a, b=()):\n    pass"],
  [
    "await-in-foreach",
    "a.ts",
    "list.forEach(async (one) => save(one));",
    "list.forEach((one) => note(one));",
  ],
];

/** The same for leftovers; strings are concatenated, so that a search doesn't find them here. */
const forgotten: typeof lines = [
  ["conflict-marker", "a.ts", `${"<".repeat(7)} HEAD\na;\n${"=".repeat(7)}\nb;\n${">".repeat(7)} b`, "a;"],
  ["focused-test", "a.test.ts", 'it.only("a", f);', 'it("a", f);'],
  ["skipped-test", "a.test.ts", 'it.skip("a", f);', 'it("skips", f);'],
  ["debugger", "a.ts", "debugger;", 'say("debugger");'],
  ["trace", "a.ts", "console.trace(place);", "console.log(place);"],
  ["todo", "a.ts", `// ${"TO"}DO: later`, "// later"],
  ["switched-off-check", "a.ts", `// @ts-${"ignore"}\na;`, "a;"],
];

const found = async (check: typeof dangerous, path: string, text: string): Promise<readonly string[]> => {
  const ground = { changes: [changeOf(path, "", `${text}\n`)], live: false } as unknown as Ground; // these checks read nothing else
  return (await check.run(ground)).findings.map(({ rule }) => rule);
};

describe("rules", () => {
  it.each(lines)("%s in %s", async (id, path, bad, fine) => {
    expect(await found(dangerous, path, bad)).toContain(id);
    expect(await found(dangerous, path, fine)).not.toContain(id);
  });

  it("has a line for each rule of the table", () => {
    const shownIds = new Set(lines.map(([id]) => id));
    expect([...new Set(rules.map(({ id }) => id))].filter((id) => !shownIds.has(id))).toEqual([]);
  });

  it.each(forgotten)("%s in %s", async (id, path, bad, fine) => {
    expect(await found(leftovers, path, bad)).toContain(id);
    expect(await found(leftovers, path, fine)).not.toContain(id);
  });
});

const graveness = async (path: string, text: string): Promise<readonly string[]> => {
  const ground = { changes: [changeOf(path, "", `${text}\n`)], live: false } as unknown as Ground; // these checks read nothing else
  return (await dangerous.run(ground)).findings.map(({ severity }) => severity);
};

it("calls grave what the text alone shows, and only notes what depends on what goes in", async () => {
  expect(await graveness("a.js", "node.innerHTML = location.hash;")).toEqual(["minor"]);
  expect(await graveness("a.py", "stored = hashlib.md5(password)")).toEqual(["minor"]);
  expect(await graveness("a.py", "requests.get(url, verify=False)")).toEqual(["critical"]);
  expect(await graveness("a.py", "schema.load(data, verify=False)")).toEqual([]);
});

it("stops nobody for what runs nowhere", async () => {
  expect(await graveness("src/a.js", "eval(text);")).toEqual(["critical"]);
  for (const path of ["test/a.js", "examples/a.js", "vendor/a.js", "docs/a.js", "lib/cloud-fake-account.js"])
    expect(await graveness(path, "eval(text);")).toEqual(["minor"]);
});

it("takes names of headers and fields for no secrets", () => {
  expect(secretIn('const apiKeyHeader = "X-Api-Key-Id";', "a.ts")).toBeUndefined();
  expect(secretIn('const token_field = "accessTokenV2";', "a.ts")).toBeUndefined();
  expect(secretIn('const apiKey = "q7Lm-42Xw-90Zr";', "a.ts")?.what).toBe("password or key");
});

it("tells a finding once where a file was copied with the change", () => {
  const text = (from: string, more = ""): string => `import { a } from "${from}";\na();\n${more}`;
  const change = (path: string, from: string, more = "b();\n") =>
    changeOf(path, text(from), text(from, more));
  const [original, copy] = [change("src/jsx/a.ts", "./b"), change("deno_dist/jsx/a.ts", "./b.ts")];
  expect([...copiesIn([copy, original])]).toEqual(["deno_dist/jsx/a.ts"]);
  expect([...copiesIn([original, change("deno_dist/jsx/a.ts", "./b.ts", "eval(b);\n")])]).toEqual([]);
});
