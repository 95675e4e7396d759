import { basename } from "node:path";
import type { ApiDefinition, Spec } from "../../api/index.ts";
import type { Project } from "../../code/index.ts";
import { generateServer, mergeWith, readBaseline, type Merged, type Variant } from "../../generate/index.ts";
import { breathe, listed, UserError, usageError } from "../../lib/index.ts";
import { show } from "../../report/index.ts";
import type { Context } from "../command.ts";
import type { Files, Written } from "../../workspace/index.ts";
import { commented, filesSection } from "./files.ts";
import { readSpecification, type ReadingOptions } from "./reading.ts";
import { dataOf, type ApiGenReport } from "./data.ts";

interface Asked extends ReadingOptions {
  readonly path: string;
  readonly choice: Variant;
  readonly project: Project | undefined;
  readonly auth: boolean;
}

/** The server's entry in the generation record: it has no resources that another run could extend. */
const origin = ({ info }: Spec): ApiDefinition => ({
  info,
  resources: [],
  operations: [],
  schemas: {},
  securitySchemes: {},
});

const others = {
  generated: ["specification", "a server from a specification", "resources"],
  specification: ["generated", "an API of resources", "a specification"],
} as const;

/**
 * A folder holds either an API of resources or a server from a specification, as both use the same files.
 * @throws UserError `other_generation`
 */
export async function refuseOther(files: Files, kind: keyof typeof others): Promise<void> {
  const [other, holds, wantedKind] = others[kind];
  if (!(await readBaseline(files, other))) return;
  throw new UserError(
    "other_generation",
    `This folder holds ${holds}; generating from ${wantedKind} would write the same files.`,
    "Generate into another folder: --out=FOLDER",
  );
}

/** The error for a flag whose setting a specification defines itself. */
export const onlyDefinition = (argument: string): UserError =>
  usageError(
    "flag_needs_definition",
    `--etag adds versions to the records of a definition; ${argument} is a specification, which defines its own responses.`,
    "Remove --etag.",
  );

/** Puts every operation behind a bearer token if the specification requires no credentials at all. */
function secured(spec: Spec): Spec {
  if (spec.operations.some(({ security }) => security.length > 0)) return spec;
  let name = "bearer";
  for (let n = 2; Object.hasOwn(spec.securitySchemes, name); n++) name = `bearer${n}`;
  return {
    ...spec,
    operations: spec.operations.map((operation) => ({ ...operation, security: [{ [name]: [] }] })),
    securitySchemes: {
      ...spec.securitySchemes,
      [name]: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    },
  };
}

/**
 * Writes a server for a specification: operations that map to storage work; others are typed and validated, and
 * answer 501.
 */
export async function generateFromSpec(
  { path, choice, project, auth, ...options }: Asked,
  { session, signal }: Pick<Context, "session" | "signal">,
): Promise<ApiGenReport> {
  const { files } = session.workspace;
  await refuseOther(files, "specification");
  const { spec: read, warnings } = await readSpecification(path, options, session);
  const spec = auth ? secured(read) : read;
  session.progress(`Generating a server of ${spec.operations.length} operations`);
  const name = basename(session.workspace.root);
  const previous = await readBaseline(files, "specification");
  const server = await generateServer(spec, choice, {
    name,
    previous,
    project,
    auth,
    pause: () => breathe(signal),
  });
  const merged = await mergeWith(files, origin(spec), await commented(server.files, session), {
    kind: "specification",
  });
  session.progress("Writing");
  const written = await files.write(merged.changes);
  return serverReport({ spec, warnings, path, made: server }, merged, written);
}

interface Source {
  readonly spec: Spec;
  /** Warnings as sentences. */
  readonly warnings: readonly string[];
  readonly path: string;
  readonly made: Awaited<ReturnType<typeof generateServer>>;
}

function whoMay({ operations }: Spec): string {
  const schemeNames = operations.flatMap(({ security }) => security.flatMap((item) => Object.keys(item)));
  const schemes = [...new Set(schemeNames)];
  return schemes.length === 0
    ? "the specification asks for none; --auth adds bearer tokens"
    : `${listed(schemes)} ${schemes.length === 1 ? "is" : "are"} asked for as the specification says; set the variables of .env.example`;
}

const maxListed = 20;

/** The refused parameters of the first operations with any. */
function refusedText({ refused }: Source["made"]): string {
  if (refused.length === 0) return "";
  const message = refused
    .slice(0, maxListed)
    .map(({ operationId, names }) => `${listed(names)} (${operationId})`)
    .join(", ");
  const more =
    refused.length > maxListed ? ` and those of ${refused.length - maxListed} more operations` : "";
  return `; refused with 400, since storage has no use for them: ${message}${more}`;
}

/** The ignored parameters of the first operations with any. */
function ignoredText({ ignored }: Source["made"]): string {
  if (ignored.length === 0) return "";
  const shownNames = ignored
    .slice(0, maxListed)
    .map(({ operationId, names }) => `${listed(names)} (${operationId})`);
  const more =
    ignored.length > maxListed ? ` and those of ${ignored.length - maxListed} more operations` : "";
  return `; these change nothing yet: ${shownNames.join(", ")}${more}`;
}

/** Where records come from that requests don't create. */
function ownText({ hooks, seeds }: Source["made"]): string {
  const hooksText = hooks.length
    ? `; ${listed(hooks)} say what no request brings, and answer the document's examples until then`
    : "";
  return seeds.length ? `${hooksText}; what no operation writes begins with ${listed(seeds)}` : hooksText;
}

function serverReport({ spec, warnings, made }: Source, merged: Merged, written: Written): ApiGenReport {
  const stored = new Set(made.stored);
  const left = merged.conflicts.length ? `: resolve the conflicts in ${merged.conflicts.join(", ")}` : "";
  return {
    title: `Generated ${spec.info.title}`,
    outcome: merged.conflicts.length ? "failed" : "done",
    data: dataOf({ operations: made.served, conflicts: merged.conflicts }),
    sections: [
      show.section("endpoints", "Endpoints created", [
        show.table(
          ["Method", "Path", "Description", "Handler"],
          made.served.map(({ method, path: where, summary, operationId }) => [
            method.toUpperCase(),
            where.replaceAll(/\{([^{}]+)\}/g, ":$1"),
            summary ?? operationId,
            stored.has(operationId) ? "stored" : "yours to write (501)",
          ]),
        ),
        ...show.lists(made.left),
      ]),
      filesSection(written, merged),
      show.section("openapi", "OpenAPI document", [
        show.code("json", JSON.stringify(made.document, null, 2)),
        ...show.lists([...made.lost, ...warnings]),
      ]),
      show.section("next_steps", "Next steps", [
        show.list([
          `Add authentication middleware: ${whoMay(spec)}`,
          `Implement business validation: requests are checked against their schemas${made.yours.length ? `; to write: ${made.yours.map(({ operationId, why }) => `${operationId} (${why})`).join(", ")}` : ""}`,
          `Add pagination to the list endpoint: the parameters of the specification count${ignoredText(made)}${refusedText(made)}`,
          `Review and customize: edits survive the next run${ownText(made)}${left}`,
        ]),
      ]),
    ],
  };
}
