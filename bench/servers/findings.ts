/** Reads what schemathesis finds. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A kind of wrong answer of an operation, with the first request that showed it. */
export interface Finding {
  readonly operation: string;
  readonly check: string;
  readonly message: string;
  readonly request: string;
  readonly answer: string;
}

export interface Trial {
  readonly url: string;
  /** The document that the server serves. */
  readonly document: string;
  /** Ids of the operations to try. */
  readonly operations: readonly string[];
  /** Folder with schemathesis. */
  readonly programs: string;
  readonly examples: number;
  readonly seconds: number;
}

const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "unsupported_method",
];

interface Encoded {
  readonly $base64: string;
}

/** The fields of a schemathesis event that are read here. */
interface Event {
  readonly NonFatalError?: {
    readonly label: string;
    readonly value: { readonly type: string; readonly message: string };
  };
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      readonly checks: Readonly<
        Record<
          string,
          readonly {
            readonly name: string;
            readonly failure_info?: { readonly failure: { readonly message: string } };
          }[]
        >
      >;
      readonly interactions: Readonly<
        Record<
          string,
          {
            readonly request: {
              readonly method: string;
              readonly uri: string;
              readonly body?: Encoded | null;
            };
            readonly response?: { readonly status_code: number; readonly content?: Encoded | null };
          }
        >
      >;
    };
  };
}

const textOf = (encoded: Encoded | null | undefined): string =>
  encoded ? Buffer.from(encoded.$base64, "base64").toString().slice(0, 600) : "";

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, 300);

/** Returns the findings in a run's events, the first of each operation and check. */
function read(events: readonly Event[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  const add = (one: Finding): void => {
    const key = `${one.operation}\n${one.check}`;
    if (!found.has(key)) found.set(key, one);
  };
  for (const { NonFatalError: error, ScenarioFinished: scenario } of events) {
    if (error) {
      const { type, message } = error.value;
      add({
        operation: error.label,
        check: "error",
        message: oneLine(`${type}: ${message}`),
        request: "",
        answer: "",
      });
    }
    const {
      label,
      checks: all,
      interactions,
    } = scenario?.recorder ?? { label: "", checks: {}, interactions: {} };
    for (const [id, results] of Object.entries(all))
      for (const { name, failure_info: failed } of results) {
        if (!failed) continue;
        const { request, response } = interactions[id] ?? {};
        add({
          operation: label,
          check: name,
          message: oneLine(failed.failure.message),
          request: `${request?.method ?? ""} ${request?.uri ?? ""} ${textOf(request?.body)}`.trim(),
          answer: `${response?.status_code ?? ""} ${textOf(response?.content)}`.trim(),
        });
      }
  }
  return [...found.values()];
}

/** Runs schemathesis against a server until it finishes or the time is over; returns what it found. */
export async function findings(
  trial: Trial,
): Promise<{ readonly found: readonly Finding[]; readonly cut: boolean }> {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-bench-findings-"));
  const [document, report] = [join(folder, "openapi.json"), join(folder, "report.ndjson")];
  writeFileSync(document, trial.document);
  const { servers } = JSON.parse(trial.document) as { readonly servers: readonly { readonly url: string }[] }; // our own
  const child = spawn(
    join(trial.programs, "st"),
    [
      "run",
      document,
      `--url=${trial.url}${(servers[0]?.url ?? "").replace(/\/$/, "")}`,
      ...trial.operations.map((id) => `--include-operation-id=${id}`),
      `--checks=${checks.join(",")}`,
      "--phases=coverage,fuzzing",
      `--max-examples=${trial.examples}`,
      "--continue-on-failure",
      "--generation-deterministic",
      "--no-shrink",
      "--warnings=off",
      "--report=ndjson",
      `--report-ndjson-path=${report}`,
    ],
    { cwd: folder, stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += String(data)));
  let cut = false;
  const timer = setTimeout(() => {
    cut = true;
    child.kill("SIGKILL");
  }, trial.seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  const lines = existsSync(report) ? readFileSync(report, "utf8").split("\n") : [];
  rmSync(folder, { recursive: true, force: true });
  // If ended early, the last line may be incomplete.
  const events = lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as Event); // schemathesis's own
  const found = read(events);
  if (!cut && code !== 0 && found.length === 0) throw new Error(`schemathesis: ${output.slice(-1500)}`);
  return { found, cut };
}
