import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { compiled, imported } from "./clean.ts";
import { bytesIn, measured, type Bounds } from "./measure.ts";
import { tools, type Place, type Tool } from "./tools.ts";

const packages = [
  "@hey-api/openapi-ts@0.99.0",
  "openapi-typescript@7.13.0",
  "orval@8.20.0",
  "typescript@5.9.3", // the parser of two of the peers
  "zod@4.6.7",
  "@octokit/openapi@23.0.2",
  "@readme/oas-examples@8.2.2",
];
const requirements = ["openapi-python-client==0.29.1", "httpx==0.28.1", "pydantic==2.14.3"];

/** Specifications that these packages contain, small ones first. */
const specifications: Readonly<Record<string, string>> = {
  Petstore: "@readme/oas-examples/3.0/json/petstore.json",
  "Train Travel (3.1)": "@readme/oas-examples/3.1/json/train-travel.json",
  "Star Trek": "@readme/oas-examples/3.0/json/star-trek.json",
  GitHub: "@octokit/openapi/generated/api.github.com.json",
};

/** Installs the generators and specifications once, in a folder below the system's temporary one. */
export function installed(): Place {
  const root = join(tmpdir(), "antiphon-bench-openapi");
  const place = {
    root,
    modules: join(root, "node_modules"),
    python: join(root, "venv/bin/python"),
    scratch: join(root, "cost.json"),
  };
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

interface Run {
  readonly place: Place;
  readonly bounds: Bounds;
}

interface Row {
  readonly spec: string;
  readonly tool: string;
  readonly clean: boolean;
  readonly errors: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly kilobytes: number;
  /** Bytes of code files only, without README and configuration. */
  readonly code: number;
  /** Processor time of compiling, or of importing every module. */
  readonly checked: number;
}

function row([spec, file]: readonly [string, string], tool: Tool, { place, bounds }: Run): Row {
  // Below the packages' folder, so that generated code finds the library of its checks.
  const folder = join(place.root, "out", tool.name.replaceAll(/\W+/g, "-"), "client");
  rmSync(join(folder, ".."), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const made = measured(tool.command(file, folder, place), {
    cwd: place.root,
    scratch: place.scratch,
    bounds,
  });
  const [size, code] = [bytesIn(folder), bytesIn(folder, tool.language === "python" ? ".py" : ".ts")];
  const check =
    tool.language === "python" ? imported(folder, place, bounds) : compiled(folder, place.scratch, bounds);
  const found = check.output.split("\n").filter((text) => /error TS/.test(text)).length;
  const errors = check.ended
    ? `not checked in ${check.ended}`
    : check.ok
      ? "clean"
      : found
        ? `${found} errors`
        : "not usable";
  const failed = made.ended ? `not done in ${made.ended}` : `fails${size ? `, ${errors}` : ""}`;
  return {
    spec,
    tool: tool.name,
    clean: made.ok && check.ok,
    errors: made.ok ? errors : failed,
    seconds: made.seconds,
    megabytes: made.megabytes,
    kilobytes: size / 1000,
    code: code / 1000,
    checked: check.seconds,
  };
}

const line = (...cells: readonly (string | number)[]): void =>
  console.log(
    `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(cell < 100 ? 2 : 0) : cell)).join(" | ")} |`,
  );

/** Prints each tool's cost over all specifications, and how many of its clients are clean. */
function summary(rows: readonly Row[]): void {
  console.log("");
  line(
    "generator",
    "clean",
    "CPU s in all",
    "most peak MB",
    "emitted kB in all",
    "its code",
    "check CPU s in all",
  );
  line("---", "--:", "--:", "--:", "--:", "--:", "--:");
  for (const [tool, own] of Map.groupBy(rows, (one) => one.tool)) {
    const sum = (of: (one: Row) => number): number => own.reduce((all, one) => all + of(one), 0);
    const clean = own.filter((one) => one.clean).length;
    line(
      tool,
      `${clean} of ${own.length} (${((100 * clean) / own.length).toFixed(1)} %)`,
      sum((one) => one.seconds),
      Math.max(...own.map((one) => one.megabytes)),
      sum((one) => one.kilobytes),
      sum((one) => one.code),
      sum((one) => one.checked),
    );
  }
}

/** Returns every n-th specification of a folder. */
const inFolder = (folder: string, only: string, every: number): readonly (readonly [string, string])[] =>
  globSync("**/*.json", { cwd: folder })
    .filter((file) => file !== "index.json" && file.includes(only))
    .toSorted()
    .filter((_, i) => i % every === 0)
    .map((file) => [file, resolve(folder, file)]);

/** Runs every tool on every specification; prints a table row for each, and one per tool at the end. */
export function compare({
  folder,
  only,
  every,
  tool = "",
  bounds,
}: {
  readonly folder?: string;
  readonly only: string;
  readonly every: number;
  /** Only tools with this text in their names. */
  readonly tool?: string;
  readonly bounds: Bounds;
}): void {
  const place = installed();
  const wanted =
    folder === undefined
      ? Object.entries(specifications)
          .filter(([name]) => name.includes(only))
          .map(([name, file]) => [name, join(place.modules, file)] as const)
      : inFolder(folder, only, every);
  line(
    "specification",
    "generator",
    "strictest flags",
    "CPU s",
    "peak MB",
    "emitted kB",
    "its code",
    "check CPU s",
  );
  line("---", "---", "---", "--:", "--:", "--:", "--:", "--:");
  const rows = wanted.flatMap((one) =>
    tools
      .filter(({ name }) => name.includes(tool))
      .map((each) => {
        const made = row(one, each, { place, bounds });
        const { seconds, megabytes, kilobytes, code, checked } = made;
        line(made.spec, made.tool, made.errors, seconds, megabytes, kilobytes, code, checked);
        return made;
      }),
  );
  summary(rows);
}
