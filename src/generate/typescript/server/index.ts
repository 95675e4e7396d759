import type { Spec } from "../../../api/index.ts";
import { collected } from "../../../lib/index.ts";
import type { GeneratedFile, Options, Part, ServerOfSpec } from "../../contracts.ts";
import type { ServerLeaves } from "../../leaves.ts";
import { merge } from "../../parts.ts";
import { rulesIn } from "../client/features.ts";
import { rulesOf } from "../client/rules.ts";
import { typesModule } from "../client/types.ts";
import { requestChecks, validatorsModule } from "../client/validators.ts";
import { kindsIn } from "../../specification/int64.ts";
import { auth } from "../files/auth.ts";
import { shippedFile } from "../shipped.ts";
import { nothing } from "../../specification/server/nothing.ts";
import { commands, frame } from "../project.ts";
import { resourceFiles } from "./resources.ts";
import { hookFileOf } from "../../specification/server/seeds.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { planOf } from "../../specification/server/plan.ts";
import { specReadme } from "../../specification/server/readme.ts";
import { methodsModule } from "./runtime/methods.ts";
import { securityModule } from "./security.ts";
import { takesTokens, variables, type Verified } from "../../specification/server/security.ts";
import { testClientModule, testModule } from "./tests.ts";

function serveFile({ base, storage: { resources } }: ServerModel): GeneratedFile {
  const { path, text } = shippedFile("http/serve.ts", { stored: resources.length > 0 });
  const changed = `export const base = ${JSON.stringify(base)};`;
  return { path, text: text.replace('export const base = "";', () => changed) };
}

/** Files of every server, whatever the document. */
const common = (server: ServerModel, schemes: readonly Verified[]): readonly GeneratedFile[] => [
  ...["route", "parameters", "body", "json", "security"].map((name) => shippedFile(`http/${name}.ts`)),
  { path: "src/http/methods.ts", text: methodsModule(server) },
  serveFile(server),
  ...(server.storage.unbound.size ? [shippedFile("http/not-written.ts")] : []),
  shippedFile("problem.ts"),
  { path: "src/security.ts", text: securityModule(schemes, server.storage) },
];

/** Modules that execute bindings. */
const performing =
  "store bindings call conditions answers values changes lists accounts seeding seeds perform".split(" ");

const stored = (server: ServerModel, { database, testing }: ServerLeaves): Part =>
  server.storage.resources.length
    ? merge([
        {
          files: [
            ...performing.map((name) => shippedFile(`store/${name}.ts`)),
            shippedFile("password.ts"),
            ...resourceFiles(server),
          ],
        },
        database.project(testing),
        { files: database.records.files(server.storage) },
      ])
    : {};

/** Signing and verifying tokens; the tests of a server from a specification create their own. */
const tokens = (schemes: readonly Verified[]): Part =>
  takesTokens(schemes)
    ? {
        ...auth(nothing),
        files: [shippedFile("auth.ts", { accounts: true })],
      }
    : {};

/** Returns the checks of requests, with the rules that these routes and checks call. */
function checking({ model }: ServerModel, routes: readonly GeneratedFile[]): readonly GeneratedFile[] {
  const places = { rules: "../http/rules.ts", types: "./types.ts" };
  const checks = requestChecks(
    model,
    routes.map(({ text }) => text),
  );
  const text = validatorsModule(checks, undefined, places);
  const has = kindsIn(model.spec).int64 ? (["server", "int64"] as const) : (["server"] as const);
  return [
    { path: "src/http/rules.ts", text: rulesOf(rulesIn(text, routes), new Set(has)) },
    ...(checks.length ? [{ path: "src/models/checks.ts", text }] : []),
  ];
}

/** Returns what the specification's own server is generated with, without settings of tests. */
async function specServer(
  plan: Awaited<ReturnType<typeof planOf>>,
  leaves: ServerLeaves,
  { pause }: Options,
): Promise<Part> {
  const { serving } = plan;
  const { server, schemes, store } = serving;
  const { model, groups } = server;
  const routed = leaves.framework.part(serving);
  const runner = leaves.testing.package;
  function* allFiles(): Iterable<GeneratedFile> {
    yield* common(server, schemes);
    if (model.names.size) yield { path: "src/models/types.ts", text: typesModule(model) };
    yield* checking(server, routed.files ?? []);
    yield { path: "tests/client.ts", text: testClientModule(serving, runner) };
    yield* plan.documents;
    for (const group of groups) {
      const { file } = group;
      const text = testModule(plan.testsOf(group), { runner, stored: store !== undefined });
      const name = file === "client" || file === "database" ? `${file}-api` : file;
      yield { path: `tests/${name}.test.ts`, text };
    }
  }
  const files = await collected(allFiles(), pause);
  return merge([
    {
      files,
      environment: variables(schemes),
      lint: {
        "no-underscore-dangle": "off",
        // Nested checks name each value `v`.
        "no-shadow": ["error", { allow: ["v"] }],
      },
    },
    routed,
    stored(server, leaves),
    tokens(schemes),
  ]);
}

/** Generates the server of a specification, and the notes for its owner. */
export async function generateServer(
  spec: Spec,
  leaves: ServerLeaves,
  options: Options,
): Promise<ServerOfSpec> {
  const plan = await planOf(spec, leaves, options);
  const notes = plan.notes({
    securityFile: "src/security.ts",
    hookFile: (resource) => `${hookFileOf(resource)}.ts`,
  });
  const testing = leaves.testing.tests(nothing, [], options);
  const settings = testing.files?.filter(({ path }) => path !== "tests/client.ts") ?? [];
  const part = merge([await specServer(plan, leaves, options), { ...testing, files: settings }]);
  const hasChecks = part.files?.some(({ path }) => path === "src/models/checks.ts");
  const readme = specReadme(spec, notes, {
    part,
    commands,
    checks: ["src/routes", ...(hasChecks ? ["src/models/checks.ts"] : [])].join("` and `"),
    production: "NODE_ENV",
  });
  return { ...notes, files: frame(part, options, readme) };
}
