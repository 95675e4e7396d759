import { inTable, literal, UserError, objectIn } from "../../lib/index.ts";
import type { CommandRun } from "../../workspace/index.ts";
import { goProfile } from "../coverage/go.ts";
import type { TestResult, TestRunner } from "../testing.ts";
import { noReport } from "./no-report.ts";

const go: TestRunner = {
  command(targets) {
    const places = targets.map((target) => target.split("::")[0] ?? "");
    const names = targets.flatMap((target) => target.split("::")[1] ?? []);
    const packages = places.map((place) =>
      place === "" ? "./..." : `./${place.replace(/\/?[^/]*\.go$/, "").replace(/^\.\//, "")}`,
    );
    const pattern = targets.every((target) => target.startsWith("::"))
      ? names.map((name) => literal(name.replaceAll(" ", "_"))).join("|")
      : names.map((name) => `^${literal(name).replaceAll(" > ", "$/^").replaceAll(" ", "_")}$`).join("|");
    return [
      "go",
      "test",
      "-json",
      ...(pattern ? ["-run", pattern] : []),
      ...(packages.length ? new Set(packages) : ["./..."]),
    ];
  },
  parse: (run, root) => fromGoJson(run, root),
  coverage: goProfile,
};
export default go;

interface Event {
  readonly Action?: unknown;
  readonly Package?: unknown;
  readonly ImportPath?: unknown;
  readonly Test?: unknown;
  readonly Output?: unknown;
  /** What didn't build: the package itself, or one that it imports. */
  readonly FailedBuild?: unknown;
  readonly Elapsed?: unknown;
}

const statuses: Readonly<Record<string, TestResult["status"]>> = {
  pass: "passed",
  fail: "failed",
  skip: "skipped",
};

/** Parses results. A package that doesn't build is one failed result; a test with subtests is reported by those. */
function fromGoJson({ stdout, stderr }: CommandRun, root: string): readonly TestResult[] {
  const events = stdout.split("\n").flatMap(parsed);
  if (/does not contain main module|cannot find main module|go\.mod file not found/.test(stdout + stderr))
    throw new UserError(
      "go-module-missing",
      "There is no go.mod here, so go runs no tests.",
      "Run go mod init NAME, then go mod tidy.",
    );
  if (events.length === 0) throw noReport("go test");
  const outputs = new Map<string, string>();
  const results: { readonly key: string; readonly result: TestResult }[] = [];
  const owners = new Map(events.map(({ FailedBuild, Package }) => [FailedBuild, String(Package)]));
  const places = events.map((event) => placeOf({ Package: owners.get(event.ImportPath), ...event }));
  const module = commonModule(places.filter(Boolean));
  for (const [i, event] of events.entries()) {
    const { Action, Test, Output, Elapsed } = event;
    const place = places[i] ?? "";
    const name = typeof Test === "string" ? Test : "";
    const key = `${place}\0${name}`;
    if (typeof Output === "string") outputs.set(key, (outputs.get(key) ?? "") + Output);
    const status = Action === "build-fail" ? "failed" : name ? inTable(statuses, String(Action)) : undefined;
    if (!status) continue;
    const folder = place.slice(module.length + 1);
    const read = result(name.replaceAll("/", " > ") || place, status, {
      output: outputs.get(key) ?? "",
      folder,
      root,
    });
    results.push({
      key,
      result: { ...read, ...(typeof Elapsed === "number" && { milliseconds: Elapsed * 1000 }) },
    });
  }
  const parents = new Set(results.flatMap(({ key }) => ancestors(key)));
  return results.filter(({ key }) => !parents.has(key)).map((result) => result.result);
}

/** The keys of the tests that a subtest is part of; fuzz tests have a hundred thousand parts. */
function ancestors(key: string): readonly string[] {
  const found: string[] = [];
  const start = key.indexOf("\0");
  for (let end = key.lastIndexOf("/"); end > start; end = key.lastIndexOf("/", end - 1))
    found.push(key.slice(0, end));
  return found;
}

const placeOf = ({ Package, ImportPath }: Event): string =>
  String(Package ?? ImportPath ?? "").replace(/ \[.*|\.test$/, "");

/** Returns the common prefix of all package paths: the module, which the events don't name. */
function commonModule(places: readonly string[]): string {
  let common = (places[0] ?? "").split("/");
  for (const place of places) {
    const parts = place.split("/");
    const end = common.findIndex((part, index) => parts[index] !== part);
    if (end >= 0) common = common.slice(0, end);
  }
  return common.join("/");
}

function result(
  name: string,
  status: TestResult["status"],
  { output, folder, root }: { readonly output: string; readonly folder: string; readonly root: string },
): TestResult {
  const { file = "", line } = placeIn(output, root) ?? {};
  const path = file.includes("/") ? file : [folder, file].filter(Boolean).join("/");
  const message = output
    .split("\n")
    .filter((text) => !/^\s*(?:===|---)|^#/.test(text))
    .join("\n")
    .trim();
  const ended = /^panic: /m.test(output) ? "\nThe panic ended the run: tests behind it did not run." : "";
  return {
    name,
    file: path,
    status,
    ...(line && { line: Number(line) }),
    ...(status === "failed" && message && { message: message + ended }),
  };
}

/** Returns the first place in the project: a panic's stack begins in Go's own library. */
function placeIn(output: string, root: string): { readonly file: string; readonly line: string } | undefined {
  const below = `${root.replace(/\/$/, "")}/`;
  for (const [, file = "", line = ""] of output.matchAll(/([\w./-]+\.go):(\d+)/g)) {
    if (!file.startsWith("/")) return { file, line };
    if (file.startsWith(below)) return { file: file.slice(below.length), line };
  }
  return undefined;
}

const parsed = (line: string): readonly Event[] => [objectIn(line) ?? []].flat();
