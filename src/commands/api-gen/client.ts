import { classify, specToOpenApi, type ApiDefinition, type Spec } from "../../api/index.ts";
import { clients, mergeWith, type Held, type Merged } from "../../generate/index.ts";
import { isObject, objectIn, UserError, usageError } from "../../lib/index.ts";
import { type Section, show } from "../../report/index.ts";
import type { Session } from "../../session/index.ts";
import type { Written } from "../../workspace/index.ts";
import { commented, filesSection } from "./files.ts";
import { contractSection } from "./contract.ts";
import { readSpecification, type ReadingOptions } from "./reading.ts";
import { dataOf, type ApiGenReport } from "./data.ts";

/** The client's entry in the generation record; a client stores no resources. */
const origin = ({ info }: Spec): ApiDefinition => ({
  info,
  resources: [],
  operations: [],
  schemas: {},
  securitySchemes: {},
});

const onlySpecifications = (what: string, argument: string): UserError =>
  usageError(
    "client_needs_spec",
    `--client writes a client for a specification, and ${what}; without the flag:`,
    `/api-gen ${argument}`,
  );

/** Refuses a language that follows the flag as a separate word. */
function refuseLooseLanguage(argument: string): void {
  const [path = "", language = "", ...more] = argument.split(/\s+/);
  if (more.length || !clients.names.some((name) => name === language)) return;
  throw usageError(
    "client_language",
    "--client takes its language after an equals sign:",
    `/api-gen ${path} --client=${language}`,
  );
}

const kinds = {
  names: "that is the name of a resource",
  resource: "that is a resource with its fields",
  definition: "that file says no version of OpenAPI, so it is read as a definition",
  english: "that is a description in English",
} as const;

/** Flags for how a client represents and validates values; only for clients. */
export const ways = ["dates", "int64", "checks"] as const;

/** The error for such a flag without --client. */
export const onlyClient = (flag: string, argument: string): UserError =>
  usageError(
    "flag_needs_client",
    `--${flag} configures a client, so it needs --client:`,
    `/api-gen ${argument} --client --${flag}`,
  );

const inPython = {
  dates: "in Python times are datetimes, or texts with --dates=text",
  int64: "in Python integers have all their digits",
  checks: "in Python a client with validate=False checks nothing",
} as const;

interface Wanted extends ReadingOptions {
  readonly language: (typeof clients.names)[number];
  readonly ways: Ways;
}

/** Undefined: as in the existing client. */
interface Ways {
  readonly dates?: "text" | "date" | "temporal" | undefined;
  readonly int64?: "number" | "text" | undefined;
  readonly checks?: "all" | "none" | undefined;
}

/** How the existing client represents values, from its package.json or pyproject.toml. */
function heldBefore(manifest: string | null, language: Wanted["language"]): Held {
  if (language === "python")
    return /^\[tool\.antiphon\]\ndates = "text"$/m.test(manifest ?? "") ? { dates: "text" } : {};
  const recorded = objectIn(manifest)?.["antiphon"];
  const { dates, int64, checks } = isObject(recorded) ? recorded : {};
  return {
    ...(dates === "date" || dates === "temporal" ? { dates } : {}),
    ...(int64 === "string" ? { int64 } : {}),
    ...(checks === "none" ? { checks } : {}),
  };
}

/** The same, updated by the flags. */
function heldNow(before: Held, choices: Ways, usual: "date" | "text"): Held {
  const time = choices.dates ?? before.dates;
  const integer = choices.int64 ?? before.int64;
  const checks = choices.checks ?? before.checks;
  return {
    ...(time === undefined || time === usual ? {} : { dates: time }),
    ...(integer === "text" || integer === "string" ? { int64: "string" } : {}),
    ...(checks === "none" ? { checks } : {}),
  };
}

/**
 * Writes a client SDK for a specification to `clients/<language>/`.
 * @throws UserError `empty_file`, `client_needs_spec` for any other argument
 */
export async function generateClient(
  argument: string,
  { language, ways: choices, ...options }: Wanted,
  session: Session,
): Promise<ApiGenReport> {
  refuseLooseLanguage(argument);
  const read = await classify(argument, session.source.files);
  if (read.kind === "definition" && read.text.trim() === "")
    throw new UserError(
      "empty_file",
      `${read.path} is empty.`,
      "Write the specification into it, or name another.",
    );
  if (read.kind !== "specification" && !(read.kind === "definition" && read.isDocument))
    throw onlySpecifications(kinds[read.kind], argument);
  const { spec, warnings } = await readSpecification(read.path, options, session);
  session.progress(`Generating a client of ${spec.operations.length} operations`);
  const generator = await clients.load(language);
  const root = `clients/${language}` as const;
  const refused = ways.find((flag) => {
    const way = choices[flag];
    return way !== undefined && !generator.holds[flag]?.includes(way);
  });
  if (refused !== undefined)
    throw usageError(
      "not_in_language",
      `--${refused}=${choices[refused] ?? ""} is for TypeScript: ${inPython[refused]}. Without it:`,
      `/api-gen ${argument} --client=${language}`,
    );
  const [manifest, usual] =
    language === "python" ? (["pyproject.toml", "date"] as const) : (["package.json", "text"] as const);
  const there = await session.workspace.files.tryRead(`${root}/${manifest}`);
  const settings = heldNow(heldBefore(there, language), choices, usual);
  const document = specToOpenApi(spec).document;
  const contract = { path: `${root}/openapi.json`, text: `${JSON.stringify(document, null, 1)}\n` };
  const generated = [
    ...generator.files(spec, settings).map((file) => ({ ...file, path: `${root}/${file.path}` })),
    contract,
  ];
  const before = await session.workspace.files.tryRead(contract.path);
  const commentedFiles = await commented(generated, session);
  const merged = await mergeWith(session.workspace.files, origin(spec), commentedFiles, {
    kind: root,
  });
  session.progress("Writing");
  const written = await session.workspace.files.write(merged.changes);
  const changed = merged.replaces === undefined ? contractSection(before, document) : undefined;
  const source = { spec, warnings, lost: generator.lost(spec), path: read.path, changed, held: settings };
  return clientReport(source, merged, written);
}

interface Source {
  readonly spec: Spec;
  /** Warnings as sentences. */
  readonly warnings: readonly string[];
  readonly lost: readonly string[];
  readonly path: string;
  /** What changed in the contract since the last run. */
  readonly changed: Section | undefined;
  readonly held: Held;
}

function clientReport(
  { spec, warnings, lost, path, changed, held }: Source,
  merged: Merged,
  written: Written,
): ApiGenReport {
  const secured = Object.keys(spec.securitySchemes);
  const reportLines = [...warnings, ...lost];
  return {
    title: `Generated client for ${spec.info.title}`,
    outcome: merged.conflicts.length ? "failed" : "done",
    data: dataOf({ operations: spec.operations, conflicts: merged.conflicts }),
    sections: [
      show.section("endpoints", "Endpoints created", [
        show.table(
          ["Method", "Path", "Description"],
          spec.operations.map((operation) => [
            operation.method.toUpperCase(),
            operation.path.replaceAll(/\{([^{}]+)\}/g, ":$1"),
            operation.summary ?? operation.operationId,
          ]),
        ),
      ]),
      ...(changed ? [changed] : []),
      filesSection(written, merged),
      show.section("openapi", "OpenAPI document", [
        show.facts({
          file: path,
          title: spec.info.title,
          version: spec.info.version,
          operations: spec.operations.length,
          schemas: Object.keys(spec.schemas).length,
        }),
        ...show.lists(reportLines),
      ]),
      show.section("next_steps", "Next steps", [
        show.list([
          `Add authentication middleware: ${secured.length ? `the client sends what its auth is given for ${secured.join(", ")}` : "the specification asks for none"}`,
          `Implement business validation: answers are ${held.checks === "none" ? "not checked" : "checked against their schemas"}; what you send is typed, and checked by the server`,
          "Add pagination to the list endpoint: operations that page in one of the usual ways have one more function whose name ends in pages",
          "Review and customize: edits survive the next run; README.md says how to publish",
        ]),
      ]),
    ],
  };
}
