import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiled, imported } from "./clean.ts";
import { bytesIn, measured } from "./measure.ts";
import { tools, type Place, type Tool } from "./tools.ts";

const packages = [
  "@hey-api/openapi-ts@0.99.0",
  "openapi-typescript@7.13.0",
  "orval@8.20.0",
  "typescript@5.9.3", // what two of the peers parse with
  "zod@4.6.7",
  "@octokit/openapi@23.0.2",
  "@readme/oas-examples@8.2.2",
];
const requirements = ["openapi-python-client==0.29.1", "httpx==0.28.1", "pydantic==2.14.3"];

/** Specifications that these packages carry, small ones first. */
const specifications: Readonly<Record<string, string>> = {
  Petstore: "@readme/oas-examples/3.0/json/petstore.json",
  "Train Travel (3.1)": "@readme/oas-examples/3.1/json/train-travel.json",
  "Star Trek": "@readme/oas-examples/3.0/json/star-trek.json",
  GitHub: "@octokit/openapi/generated/api.github.com.json",
};

/** Installs what is measured into a folder below the system's temporary one, once. */
export function installed(): Place {
  const root = join(tmpdir(), "antiphon-bench-openapi");
  const place = { root, modules: join(root, "node_modules"), python: join(root, "venv/bin/python") };
  if (existsSync(join(root, "whole"))) return place;
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "package.json"), '{"private":true}');
  const options = { cwd: root, stdio: "inherit" } as const;
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], options);
  execFileSync("python3", ["-m", "venv", "--clear", "venv"], options);
  execFileSync(place.python, ["-m", "pip", "install", "--quiet", ...requirements], options);
  writeFileSync(join(root, "whole"), "");
  return place;
}

interface Row {
  readonly spec: string;
  readonly tool: string;
  readonly errors: string;
  readonly seconds: string;
  readonly megabytes: string;
  readonly kilobytes: string;
  readonly checked: string;
}

function row(spec: string, tool: Tool, place: Place): Row {
  // Below the folder of packages, so that what is generated finds the library of its checks.
  const folder = join(place.root, "out", tool.name.replaceAll(/\W+/g, "-"), "client");
  rmSync(join(folder, ".."), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const scratch = join(place.root, "cost.json");
  const file = join(place.modules, specifications[spec] ?? "");
  const made = measured(tool.command(file, folder, place), place.root, scratch);
  const size = bytesIn(folder);
  const check = tool.language === "python" ? imported(folder, place, scratch) : compiled(folder, scratch);
  const found = check.output.split("\n").filter((line) => /error TS/.test(line)).length;
  const errors = check.ok ? "clean" : found ? `${found} errors` : "not usable";
  return {
    spec,
    tool: tool.name,
    errors: made.ok ? errors : `fails${size ? `, ${errors}` : ""}`,
    seconds: made.seconds.toFixed(2),
    megabytes: made.megabytes.toFixed(0),
    kilobytes: (size / 1000).toFixed(0),
    checked: check.seconds.toFixed(2),
  };
}

/** Every tool on every specification, one line of a table each. */
export function compare(only: string): void {
  const place = installed();
  console.log("| specification | generator | strictest flags | CPU s | peak MB | emitted kB | check CPU s |");
  console.log("|---|---|---|--:|--:|--:|--:|");
  for (const spec of Object.keys(specifications).filter((name) => name.includes(only)))
    for (const tool of tools) console.log(`| ${Object.values(row(spec, tool, place)).join(" | ")} |`);
}
