import { toPlace } from "../../lib/index.ts";
import type { Difference } from "../../endpoints/index.ts";
import { type Block, type Section, share, show } from "../../report/index.ts";
import type { Change, Written } from "../../workspace/index.ts";
import { pagePaths } from "../routes/pages.ts";
import type { Served } from "../routes/scan.ts";
import type { DocFlags } from "./contract.ts";
import { docDataOf, type DocReport } from "./data.ts";

export interface Outcome {
  readonly api: Served;
  /** By path of the OpenAPI document. */
  readonly differences: ReadonlyMap<string, readonly Difference[]>;
  readonly changes: readonly Change[];
  /** Hand-written pages, which were left alone. */
  readonly handWritten: readonly string[];
  /** Pages where hand-written and generated lines conflict. */
  readonly conflicts: readonly string[];
  readonly written: Written | undefined;
  readonly flags: DocFlags;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

export const inConflict = (path: string): string =>
  path.endsWith(".md")
    ? `${path}: your lines and the generated ones conflict. Choose between the marked lines.`
    : `${path}: your lines and the generated ones conflict. It was not changed; delete it to regenerate it.`;

function files({ changes, handWritten, conflicts, written, flags }: Outcome): Section {
  const names = pagePaths(changes);
  const blocks: readonly Block[] = names.length
    ? [
        ...(flags.check
          ? [show.answer(`A run without --check would write ${count(names.length, "file")}.`)]
          : []),
        show.list(names),
        ...(flags.check ? [] : [show.check("Pages written; no code was touched", written, true)]),
      ]
    : [show.text("Compared: the pages are as the code shows them.")];
  const named = [
    ...handWritten.map((path) => `${path} is yours and was left as it is`),
    ...conflicts.map(inConflict),
  ];
  return show.section("files", "Files modified", [...blocks, ...show.lists(named)]);
}

function added({ api: { api, scan } }: Outcome): Section {
  const frameworks = [...Map.groupBy(scan.routes, ({ framework }) => framework)].map(
    ([name, routes]) => `${name}: ${routes.length}`,
  );
  return show.section("added", "Documentation added", [
    show.facts({
      "code comments": 0,
      "API documentation": count(api.operations.length, "endpoint"),
      "README sections": 0,
      frameworks: frameworks.join(", "),
    }),
    show.table(
      ["Method", "Path", "Credentials", "Answers", "Place"],
      api.operations.map((operation) => [
        operation.method.toUpperCase(),
        operation.path,
        operation.undecided !== undefined
          ? `unknown: see ${operation.undecided}`
          : operation.security.length
            ? `${operation.anonymous ? "optional" : "required"}: ${operation.security.join(", ")}`
            : "none",
        Object.keys(operation.responses)
          .filter((status) => /^\d/.test(status) && status.length === 3 && !status.endsWith("XX"))
          .join(", "),
        operation.source ? `${operation.source.file}:${operation.source.line}` : "",
      ]),
    ),
  ]);
}

function differing({ differences }: Outcome): readonly Section[] {
  if (!differences.size) return [];
  const blocks = [...differences].map(([path, all]): Block =>
    all.length
      ? show.table(
          [path, "Endpoint", "Difference"],
          all.map(({ kind, endpoint, what }) => [kind, endpoint, what]),
        )
      : show.text(`${path} says what the code does.`),
  );
  return [show.section("differences", "Differences from existing descriptions", blocks)];
}

function quality({ api: { api } }: Outcome): Section {
  const all = api.operations;
  const withErrors = all.filter((operation) =>
    Object.keys(operation.responses).some((status) => /^[45]\d\d$/.test(status)),
  );
  return show.section("quality", "Quality checks", [
    show.check("Examples tested: the requests need the running server", undefined, false),
    show.facts({
      "error cases documented": `${share(withErrors.length, all.length)} of the endpoints answer errors, each named`,
      "type annotations": "not part of this target",
      links: "the pages hold none",
    }),
  ]);
}

function next({ api: { api, scan }, differences }: Outcome): Section {
  const silent = api.operations
    .filter((operation) => !Object.keys(operation.responses).some((status) => /^[23]/.test(status)))
    .map(
      (operation) =>
        `${operation.method.toUpperCase()} ${operation.path}: no success could be found in its code${operation.source ? `; see ${operation.source.file}:${operation.source.line}` : ""}`,
    );
  const left = scan.left.map(({ file, why }) => `${file} was passed over: ${why}`);
  const unclear = scan.unclear.length
    ? [
        `${count(scan.unclear.length, "registration")} whose path or prefix only running tells: ${scan.unclear
          .slice(0, 8)
          .map(({ file, line }) => `${file}:${line}`)
          .join(", ")}${scan.unclear.length > 8 ? ", …" : ""}`,
      ]
    : [];
  const drifted = [...differences]
    .filter(([, all]) => all.length)
    .map(([path, all]) => `${path} differs in ${count(all.length, "point")}`);
  const missed = scan.registrations.missed.map(
    ({ file, line, what }) => `${what} was not followed; see ${file}:${line}`,
  );
  const raised = scan.raised.map(
    (file) => `${file} raises an error as the server starts; the rest was read as if it did not`,
  );
  const nextItems = [...drifted, ...missed, ...unclear, ...left, ...raised, ...silent];
  const items =
    nextItems.length > 20 ? [...nextItems.slice(0, 19), `${nextItems.length - 19} more`] : nextItems;
  return show.section("next_steps", "Next steps", [
    show.list(items.length ? items : ["Run /doc api --check in CI"]),
  ]);
}

/** How many of the places that register endpoints could be resolved. */
function covered({ api, scan: { registrations } }: Served): string {
  const followed = registrations.total - registrations.missed.length;
  const found = count(api.operations.length, "endpoint");
  return registrations.total
    ? `${share(followed, registrations.total)} of ${count(registrations.total, "registration")} followed, ${found}`
    : `${found}; no registration was recognized by its form`;
}

export function apiReport(outcome: Outcome): DocReport {
  const { api, changes, differences, flags } = outcome;
  const { scan } = api;
  const { operations } = api.api;
  const drifted = changes.length > 0 || [...differences.values()].some((all) => all.length > 0);
  return {
    title: "Documentation of the API",
    outcome: flags.check && drifted ? "failed" : "done",
    data: docDataOf({
      coverage: {
        endpoints: { documented: operations.length, total: operations.length + scan.unclear.length },
      },
      left_alone: scan.left.map(({ file, why }) => ({ path: file, why })),
      endpoints: operations.map(({ method, path, source }) => ({
        method: method.toUpperCase(),
        path,
        place: source ? toPlace(source.file, source.line) : null,
      })),
    }),
    sections: [
      files(outcome),
      added(outcome),
      show.section("coverage", "Coverage", [
        show.facts({
          functions: "not part of this target",
          endpoints: covered(api),
          README: "not part of this target",
        }),
      ]),
      ...differing(outcome),
      quality(outcome),
      next(outcome),
    ],
  };
}
