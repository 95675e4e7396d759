import { data, type DataOf, type DataSchema, type Json, type JsonObject } from "../lib/index.ts";
import type { Change } from "../workspace/index.ts";
import { checkData, verdict } from "./evidence.ts";
import { toJson } from "./json.ts";
import type { Report } from "./report.ts";
import { withoutKeys } from "./text.ts";

const failure = data.object(
  { code: data.text("Stable"), message: data.text(), fix: data.text("What to do about it") },
  "Why the command ended without a result",
);

const envelope = {
  command: data.text("The command's name"),
  outcome: data.choice(["done", "failed", "declined"], "The exit code is 0 for `done` and 1 for the others"),
  title: data.text("The report's first line"),
  dry_run: data.flag("`files` lists what would be written; nothing was"),
  files: data.list(
    data.object({ path: data.text(), change: data.choice(["created", "changed", "removed"]) }),
    "Files that the command wrote and that are still written at its end",
  ),
  checks: data.list(
    data.object({
      claim: data.text(),
      result: data.choice(["passed", "failed", "not done"]),
      command: data.orNull(data.list(data.text()), "What ran; null where the check is no program"),
      folder: data.orNull(data.text()),
      exit_code: data.orNull(data.number()),
      milliseconds: data.orNull(data.number()),
    }),
    "Each check of the report with the recorded evidence",
  ),
  report: data.any("The whole report in blocks, as a person reads it"),
};
const envelopeData = data.object(envelope);

/** What `--json` prints for a command with a result. */
export type Result<D> = DataOf<typeof envelopeData> & D;

/** What `--json` prints for a failed command; if a model stopped midway, the other fields exist, too. */
export type Failure = { readonly error: DataOf<typeof failure> } & Partial<DataOf<typeof envelopeData>>;

export interface Finished {
  /** Undefined for a program, such as `doctor`. */
  readonly command?: string;
  readonly report: Report;
  readonly files: readonly Change[];
  readonly dryRun: boolean;
}

/** Returns a report's data: the common fields, its own ones, and its blocks under `report`. */
export function resultOf({ command, report, files, dryRun }: Finished): Json {
  const checks = report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === "check"
        ? [{ claim: block.claim, result: verdict(block), ...checkData(block.evidence) }]
        : [],
    ),
  );
  return withoutKeys({
    ...(command !== undefined && { command }),
    outcome: report.outcome,
    title: report.title,
    dry_run: dryRun,
    files: files.map(({ path, before, after }) => ({
      path,
      change: after === null ? "removed" : before === null ? "created" : "changed",
    })),
    checks,
    ...(report.error ? { error: { ...report.error } } : report.data),
    report: toJson(report),
  } satisfies Omit<DataOf<typeof envelopeData>, "command"> & JsonObject);
}

/** Returns the JSON Schema of what `antiphon <command> --json` prints. */
export function resultSchema(command: string, schema: DataSchema<unknown>) {
  const properties = { ...(envelopeData.schema["properties"] as JsonObject) }; // made above
  const ownProperties = schema.schema["properties"] as JsonObject; // the properties of an object, by the type of `command`
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `antiphon ${command} --json`,
    anyOf: [
      {
        type: "object",
        properties: { ...properties, command: { const: command }, ...ownProperties },
        required: [...Object.keys(properties), ...Object.keys(ownProperties)],
        additionalProperties: false,
      },
      {
        type: "object",
        properties: { ...properties, error: failure.schema },
        required: ["error"],
        additionalProperties: false,
      },
    ],
  } as const satisfies JsonObject;
}
