import { isSecured, withBearer, withEtags } from "../api/index.ts";
import { detectProject } from "../code/index.ts";
import {
  choose,
  clients,
  definitionChanges,
  databaseNames,
  followed,
  frameworkNames,
  generateInto,
  mergeWith,
  moved,
  moveText,
  readBaseline,
  readDefinition,
  servedBy,
  targetIn,
  targetOf,
  testFrameworkNames,
  withSettings,
  type Into,
} from "../generate/index.ts";
import { snapshot, type Change } from "../workspace/index.ts";
import { argumentOf, located, needsPath } from "./api-gen/argument.ts";
import { generateClient, onlyClient, ways } from "./api-gen/client.ts";
import { apiGenData } from "./api-gen/data.ts";
import { confirm, keptNote } from "./api-gen/confirm.ts";
import { commented } from "./api-gen/files.ts";
import { corrected, toolsSection } from "./api-gen/project-tools.ts";
import { fromEnglish } from "./api-gen/describe.ts";
import { generateWhole } from "./api-gen/whole.ts";
import { besideOwn } from "./api-gen/own-resources.ts";
import { inApplication } from "./api-gen/place.ts";
import { propose } from "./api-gen/propose.ts";
import { documentOnly, orClient } from "./api-gen/docs-only.ts";
import { remoteReader } from "./api-gen/remote.ts";
import { declined, generated, printed } from "./api-gen/report.ts";
import { generateFromSpec, onlyDefinition, refuseOther } from "./api-gen/server.ts";
import { command } from "./command.ts";

export default command({
  summary:
    "Generate an API with tests and documentation from a resource name, a definition or a specification",
  keywords: "Generate or scaffold an API, endpoints, a REST service, a server, a backend or a client",
  argument: {
    name: "resource-name-or-spec",
    summary:
      'A resource such as Task, several such as "Task Project", a definition or OpenAPI file in YAML or JSON, or a description in quotes; without it: api.yaml',
    sentence: true,
    required: false,
    example: "Task",
  },
  mcp: true,
  shell: "spare",
  data: apiGenData,
  flags: {
    framework: { type: "choice", choices: frameworkNames, summary: "Target framework" },
    db: { type: "choice", choices: databaseNames, summary: "Database" },
    "test-framework": { type: "choice", choices: testFrameworkNames, summary: "Test runner" },
    auth: { type: "boolean", summary: "Require a bearer token for every operation" },
    etag: { type: "boolean", summary: "Send ETag with records, and accept If-Match for changes" },
    move: {
      type: "boolean",
      summary: "Move the project to the given framework, database or test runner",
    },
    full: { type: "boolean", summary: "Report the whole text of changed files" },
    client: {
      type: "choice",
      choices: clients.names,
      bare: "typescript",
      summary: "Write only a client SDK, for a specification",
    },
    dates: {
      type: "choice",
      choices: ["text", "date", "temporal"],
      summary: "How a client represents times: as text, Date (in Python datetime), or Temporal types",
    },
    int64: {
      type: "choice",
      choices: ["number", "text"],
      summary: "How it represents 64-bit integers: as number or bigint, or as text",
    },
    checks: {
      type: "choice",
      choices: ["all", "none"],
      summary: "Which checks of responses it contains: all, or none for smaller bundles",
    },
    "allow-remote": {
      type: "boolean",
      summary: "Follow a specification's references to other hosts, over https",
    },
    lenient: {
      type: "boolean",
      summary: "Generate from a specification with errors, without the broken parts",
    },
    "docs-only": {
      type: "boolean",
      summary: "Write only documentation of the endpoints in a file or folder",
    },
  },
  async run({ argument: rawArgument, flags }, { session: here, signal }) {
    const { argument, session: base } = flags["docs-only"]
      ? { argument: rawArgument, session: here }
      : await located(rawArgument, here);
    const isServer = flags.client === undefined && !flags["docs-only"];
    const named = isServer && argument.trim() !== "" ? await argumentOf(argument, base) : undefined;
    const isHere = !isServer || named?.kind === "specification"; // a specification gets a server of its own
    const whole = isHere ? base : await inApplication(base, flags.framework);
    const { workspace } = whole;
    // If two runs overlap, the later one fails when it writes.
    const session = { ...whole, workspace: { ...workspace, files: snapshot(workspace.files) } };
    const { files } = session.workspace;
    if ((flags["docs-only"] || flags.client !== undefined) && argument.trim() === "") throw needsPath();
    if (flags["docs-only"] && flags.client !== undefined) throw orClient(argument.trim());
    if (flags["docs-only"]) return documentOnly(argument, session);
    const remote = flags["allow-remote"] ? remoteReader(signal) : undefined;
    const lenient = flags.lenient ?? false;
    if (flags.client !== undefined)
      return generateClient(argument, { language: flags.client, remote, lenient, ways: flags }, session);
    for (const flag of ways) if (flags[flag] !== undefined) throw onlyClient(flag, argument.trim());
    const [root, previous] = await Promise.all([detectProject(files), readBaseline(files)]);
    const asks = { framework: flags.framework, database: flags.db, testFramework: flags["test-framework"] };
    const read = named ?? (await argumentOf(argument, session));
    if (read.kind === "specification") {
      if (flags.etag) throw onlyDefinition(read.path);
      const choice = choose(asks, root);
      return generateFromSpec(
        { path: read.path, choice, project: root, auth: flags.auth ?? false, remote, lenient },
        { session, signal },
      );
    }
    await refuseOther(files, "generated");
    const onDisk = await readDefinition(files, previous?.api);
    const isOwnFile = read.kind === "definition" && read.text === onDisk?.text;
    const recorded = previous?.target ?? onDisk?.target;
    const target = followed(
      withSettings(
        asks,
        read.kind === "definition" ? targetIn(read.text, read.path) : onDisk?.target,
        recorded,
      ),
      recorded,
      flags.move ?? false,
    );
    const { variant, project, existing, notes } = await targetOf(files, {
      project: root,
      asked: target,
      previous,
    });
    const there = { now: onDisk?.api ?? previous?.api, before: previous?.api, paths: previous?.paths ?? [] };
    const proposed =
      read.kind === "english"
        ? await fromEnglish(read.text, { session, signal }, there)
        : await propose(read, session, { there, isOwnFile });
    const first = existing ? await besideOwn(proposed, { files, previous }) : proposed;
    const versioned = flags.etag ? { ...first, api: withEtags(first.api) } : first;
    const secured = flags.auth ? { ...versioned, api: withBearer(versioned.api) } : versioned;
    if (session.ask.printing) return printed(secured);
    const text = moveText(recorded, variant);
    const move = text === undefined ? [] : [text];
    const keptNotes = keptNote(variant.database, previous?.api, secured.api);
    for (const note of [...notes, ...move, ...keptNotes]) session.note(note);
    const proposal = await confirm(secured, session, previous?.api);
    if (!proposal) return declined(secured);
    session.progress("Generating");
    const { api } = proposal;
    const auth = isSecured(api);
    const begun = previous && (await moved(files, previous, variant));
    const into: Into = existing
      ? await generateInto(files, { api, variant, project, previous: begun, auth })
      : await generateWhole(files, { api, variant, project, previous: begun, auth }, { session, signal });
    const definition = await definitionChanges(files, api, variant);
    const drafted = {
      ...into,
      files: await commented(into.files, session),
      edits: [...definition, ...into.edits],
      notes: into.notes.concat(move),
    };
    const ground = { ...whole, signal };
    const made = existing ? await corrected(drafted, begun, ground) : drafted;
    const merged = await mergeWith(files, api, made.files, { target: variant });
    session.progress("Writing");
    const written = await files.write([...merged.changes, ...made.edits]);
    const isOwn = ({ path }: Change): boolean => definition.some((change) => change.path === path);
    return generated({
      proposal,
      served: made.served ?? (await servedBy(api, variant)),
      merged: { ...merged, changes: [...made.edits.filter(isOwn), ...merged.changes] },
      written,
      made: { ...made, edits: made.edits.filter((change) => !isOwn(change)) },
      tools: existing ? await toolsSection(made, ground) : [],
      before: previous?.api,
      full: flags.full ?? false,
    });
  },
});
