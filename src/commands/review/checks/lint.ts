import { relative } from "node:path";
import { detectProject } from "../../../code/index.ts";
import { isObject } from "../../../lib/index.ts";
import type { CommandRun } from "../../../workspace/index.ts";
import { type Check, type Finding, type Ground } from "../contract.ts";
import { isCode } from "../mask.ts";

interface Linter {
  /** How it is known that the project uses it: a dependency or a settings file. */
  readonly dependency: string;
  readonly settings: RegExp;
  readonly files: RegExp;
  command(files: readonly string[]): readonly [string, ...string[]];
  parse(run: CommandRun): readonly (Omit<Finding, "suggestion" | "severity"> & { readonly grave: boolean })[];
}

const script = /\.[mc]?[jt]sx?$/;

const linters: Readonly<Record<string, Linter>> = {
  eslint: {
    dependency: "eslint",
    settings: /^(?:eslint\.config\.[mc]?[jt]s|\.eslintrc(?:\.\w+)?)$/,
    files: script,
    command: (files) => ["eslint", "--format", "json", "--no-error-on-unmatched-pattern", ...files],
    parse: ({ stdout }) =>
      list(stdout).flatMap((file) =>
        (Array.isArray(file["messages"]) ? file["messages"] : []).filter(isObject).map((one) => ({
          file: String(file["filePath"]),
          line: Number(one["line"] ?? 1),
          rule: String(one["ruleId"] ?? "parse"),
          reason: String(one["message"]),
          grave: one["severity"] === 2,
        })),
      ),
  },
  oxlint: {
    dependency: "oxlint",
    settings: /^\.oxlintrc\.json$/,
    files: script,
    command: (files) => ["oxlint", "--format", "json", ...files],
    parse: ({ stdout }) =>
      list(stdout, "diagnostics").map((one) => {
        const label: unknown = Array.isArray(one["labels"]) ? one["labels"][0] : undefined;
        const span = isObject(label) && isObject(label["span"]) ? label["span"] : {};
        return {
          file: String(one["filename"]),
          line: Number(span["line"] ?? 1),
          rule: String(one["code"] ?? "lint"),
          reason: String(one["message"]),
          grave: one["severity"] === "error",
        };
      }),
  },
  ruff: {
    dependency: "ruff",
    settings: /^(?:\.?ruff\.toml)$/,
    files: /\.pyi?$/,
    command: (files) => ["ruff", "check", "--no-cache", "--output-format", "json", ...files],
    parse: ({ stdout }) =>
      list(stdout).map((one) => ({
        file: String(one["filename"]),
        line: Number(isObject(one["location"]) ? one["location"]["row"] : 1),
        rule: String(one["code"] ?? "syntax"),
        reason: String(one["message"]),
        grave: true,
      })),
  },
};

const lint: Check = {
  summary: "what the project's own linter says of the changed lines",
  focus: "quality",
  reads: isCode,
  async run(ground) {
    const { workspace, changes, live, signal } = ground;
    const used = await linterOf(ground);
    const files = changes.flatMap(({ path, after }) =>
      after !== null && used?.files.test(path) && !path.startsWith("-") ? [path] : [],
    );
    if (!used) return { findings: [], unneeded: "no linter is set up here that is known" };
    if (files.length === 0) return { findings: [], unneeded: `${used.dependency} reads none of these files` };
    if (!used.installed) return { findings: [], skipped: `${used.dependency} is set up, but not installed` };
    if (!live)
      return {
        findings: [],
        skipped: `${used.dependency} reads the folder, and what is reviewed isn't what lies there`,
      };
    if (!workspace.shell)
      return {
        findings: [],
        skipped: `${used.dependency} can't be run: ${workspace.shellMissing ?? "there is no sandbox"}`,
      };
    const run = await workspace.shell.run(used.command(files), { signal });
    signal.throwIfAborted();
    if (run.exitCode === 127)
      return { findings: [], skipped: `${used.dependency} is set up, but not installed` };
    const spoke = isJson(run.stdout);
    const all = used.parse(run).map((one) => ({
      ...one,
      file: one.file.startsWith("/") ? relative(workspace.root, one.file) : one.file,
    }));
    const ours = all.filter(({ file, line }) =>
      changes.some((one) => one.path === file && one.added.has(line)),
    );
    const findings = ours.map(({ grave, ...one }): Finding => ({
      ...one,
      severity: grave ? "important" : "minor",
      suggestion: `${used.dependency} can often mend this itself: /fix ${one.file}`,
    }));
    return {
      findings,
      ...((run.stopped || !spoke) && { skipped: `${used.dependency} gave no result: exit ${run.exitCode}` }),
      runs: [
        {
          run,
          claim: `${used.dependency}: ${all.length} in changed files, ${ours.length} on changed lines`,
          passed: run.exitCode === 0,
        },
      ],
    };
  },
};
export default lint;

async function linterOf({
  workspace: { files },
  project,
}: Ground): Promise<(Linter & { readonly installed: boolean }) | undefined> {
  const { dependencies } = await detectProject(files);
  const top = [...(await project()).keys()].filter((path) => !path.includes("/"));
  for (const one of Object.values(linters)) {
    const local = await files.tryRead(`node_modules/${one.dependency}/package.json`).catch(() => null);
    const named = Object.hasOwn(dependencies, one.dependency) || top.some((path) => one.settings.test(path));
    if (named) return { ...one, installed: local !== null || one.dependency === "ruff" };
  }
  return undefined;
}

function isJson(output: string): boolean {
  try {
    JSON.parse(output);
    return true;
  } catch {
    return false;
  }
}

/** A list of objects in what a linter printed; none where it printed something else. */
function list(output: string, key?: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    const json: unknown = JSON.parse(output);
    const all = key === undefined ? json : isObject(json) ? json[key] : [];
    return Array.isArray(all) ? all.filter(isObject) : [];
  } catch {
    return [];
  }
}
