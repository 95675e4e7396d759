import { isDeepStrictEqual } from "node:util";
import {
  definitionData,
  definitionToYaml,
  differences,
  policyOf,
  policyText,
  toOpenApi,
  type ApiDefinition,
  isSecured,
} from "../../api/index.ts";
import type { Into, Merged } from "../../generate/index.ts";
import { type Section, show } from "../../report/index.ts";
import type { Written } from "../../workspace/index.ts";
import { changeText, ruleBlocks } from "./confirm.ts";
import { filesSection } from "./files.ts";
import type { Proposal } from "./propose.ts";
import { dataOf, type ApiGenReport } from "./data.ts";

function endpoints({ api, names }: Proposal): Section {
  const plurals = new Set(
    api.resources.filter(({ name }) => names.includes(name)).map(({ plural }) => plural),
  );
  const rows = api.operations
    .filter(({ tags }) => plurals.has(tags[0] ?? ""))
    .map(
      ({ method, path, summary }) =>
        [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), summary] as const,
    );
  return show.section("endpoints", "Endpoints created", [
    show.table(["Method", "Path", "Description"], rows),
  ]);
}

/** Suggests steps depending on what exists and what remains to be done. */
function nextSteps({ proposal: { api }, served, merged, made }: Outcome): readonly string[] {
  const unwritten = api.operations.filter(({ binding }) => !binding).map(({ operationId }) => operationId);
  const soft = api.resources.flatMap((resource) =>
    resource.relations.flatMap((relation) =>
      relation.soft && relation.kind === "belongs-to"
        ? [`${resource.name}.${relation.field} refers to ${relation.resource}, which is not generated yet`]
        : [],
    ),
  );
  const secured = isSecured(api);
  const settings = made.edits.length
    ? (made.notes.find((note) => note.startsWith("Tokens: "))?.replace("Tokens: ", "they are ") ??
      "set JWT_ISSUER, JWT_AUDIENCE, and JWT_SECRET or JWKS_URL")
    : "set the variables of .env.example";
  const program = made.files.some(({ path }) => path === "src/token.py")
    ? "python -m src.token"
    : "npm run token";
  const policy = policyOf(served)
    ? `; rules are in src/authorization; ${program} prints an operator's token, with which the first administrator is made`
    : policyOf(api)
      ? "; accounts have no rules here: whoever has a token may call everything"
      : "";
  const left = [
    ...made.left,
    ...(merged.conflicts.length ? [`resolve the conflicts in ${merged.conflicts.join(", ")}`] : []),
    ...(merged.kept.length
      ? [`move your edits from ${merged.kept.join(", ")} and delete it, as it isn't generated any more`]
      : []),
    ...soft,
  ];
  return [
    `Add authentication middleware: ${secured ? `every operation asks for a bearer token; ${settings}${policy}` : "none is in; --auth adds bearer tokens"}`,
    `Implement business validation: types, formats, bounds and uniqueness are checked${unwritten.length ? `; to write: ${unwritten.join(", ")}` : "; add the rules between fields"}`,
    "Add pagination to the list endpoint: limit and offset are in; consider cursors",
    `Review and customize${left.length ? `: ${left.join("; ")}` : ""}`,
  ];
}

/** Who may do what, and what is unprotected; on later runs only if that changes. */
function protection(api: ApiDefinition, before: ApiDefinition | undefined): readonly Section[] {
  const [now, old] = [api, before].map((definition) => {
    const policy = definition && policyOf(definition);
    return policy ? policyText(policy, definition) : [];
  });
  if (!now?.length || isDeepStrictEqual(now, old)) return [];
  return [show.section("protection", "Who may do what", [show.list(now)])];
}

/** What the description asks for but the code doesn't do. */
const toWrite = ({ rules = [] }: Proposal): readonly Section[] =>
  rules.length
    ? [
        show.section(
          "to_write",
          "To write yourself",
          ruleBlocks(rules).map(([title, items]) => show.list(items.map((item) => `${title}: ${item}`))),
        ),
      ]
    : [];

export interface Outcome {
  readonly proposal: Proposal;
  /** The part of it that is served. */
  readonly served: ApiDefinition;
  readonly merged: Merged;
  readonly written: Written;
  readonly made: Into;
  /** What the tools of an existing project report. */
  readonly tools: readonly Section[];
  /** What the project was generated from before; if set, files are shown as differences. */
  readonly before?: ApiDefinition | undefined;
  readonly full: boolean;
}

function changesSection(before: ApiDefinition, api: ApiDefinition, { conflicts }: Merged): Section {
  const changes = differences(before, api).map(changeText);
  const items = [...conflicts.map((path) => `Conflict, marked in the file: ${path}`), ...changes];
  return show.section("changes", "Changes", [
    items.length ? show.list(items) : show.text("The definition says nothing new."),
  ]);
}

/** The report of `--print`: the definition, without generating anything. */
export function printed(proposal: Proposal): ApiGenReport {
  const plain = definitionToYaml(proposal.api);
  return {
    title: heading(proposal),
    outcome: "done",
    plain,
    data: dataOf({ definition: definitionData(proposal.api), operations: proposal.api.operations }),
    sections: [show.section("definition", "Definition", [show.code("yaml", plain)])],
  };
}

/** The report of a generation: endpoints, files, the OpenAPI document, next steps. */
export function generated(outcome: Outcome): ApiGenReport {
  const { proposal, served, merged, written, made, full } = outcome;
  const { api } = proposal;
  const before = full ? undefined : outcome.before;
  const known = new Set(before?.resources.map(({ name }) => name));
  const names = proposal.names.filter((name) => !known.has(name));
  return {
    title: `Generated ${heading(proposal)}`,
    outcome: merged.conflicts.length ? "failed" : "done",
    data: dataOf({
      definition: definitionData(api),
      operations: served.operations,
      conflicts: merged.conflicts,
    }),
    sections: [
      ...(outcome.before ? [changesSection(outcome.before, api, merged)] : []),
      ...(before && names.length === 0 ? [] : [endpoints({ ...proposal, api: served, names })]),
      filesSection(written, merged, { ...made, changes: before !== undefined }),
      ...outcome.tools,
      ...protection(served, before),
      ...toWrite(proposal),
      show.section("openapi", "OpenAPI document", [
        before && names.length === 0
          ? show.facts({
              file: "docs/openapi.json",
              title: api.info.title,
              operations: served.operations.length,
            })
          : show.code("json", JSON.stringify(toOpenApi(served), null, 2)),
      ]),
      show.section("next_steps", "Next steps", [show.list(nextSteps(outcome))]),
    ],
  };
}

/** The API's own title, or the requested names if it has none. */
function heading({ api, names }: Proposal): string {
  const unnamed = api.resources.some(({ name }) => api.info.title === `${name} API`);
  return unnamed ? `${names[0] ?? api.resources[0]?.name ?? ""} API` : api.info.title;
}

/** The report after a no. */
export const declined = (proposal: Proposal): ApiGenReport => ({
  title: heading(proposal),
  outcome: "declined",
  data: dataOf({ definition: definitionData(proposal.api), operations: proposal.api.operations }),
  sections: [show.section("files", "", [show.answer("Nothing was written.")])],
});
