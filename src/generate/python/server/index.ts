import type { Spec } from "../../../api/index.ts";
import { collected } from "../../../lib/index.ts";
import type { GeneratedFile, Options, Part, ServerOfSpec } from "../../contracts.ts";
import type { ServerLeaves } from "../../leaves.ts";
import { merge } from "../../parts.ts";
import type { Serving } from "../../specification/server/contracts.ts";
import type { ServerModel } from "../../specification/server/model.ts";
import { planOf } from "../../specification/server/plan.ts";
import { specReadme } from "../../specification/server/readme.ts";
import { takesTokens, variables } from "../../specification/server/security.ts";
import { tokenSettings } from "../../tokens.ts";
import { shippedFile } from "../shipped.ts";
import { importsOf } from "../client/python-identifiers.ts";
import { module } from "../module.ts";
import { commands, frame } from "../project.ts";
import { versions } from "../versions.ts";
import { securityModule, serverModule, settingOf } from "./application.ts";
import { Checks } from "./checks.ts";
import { controllersModule } from "./controllers.ts";
import { operationsModule, pythonNames } from "./model.ts";
import { methodsModule } from "./methods.ts";
import { hookFileOf, resourceFiles } from "./resources.ts";
import { conftestModule, testClientModule, testModule } from "./tests.ts";
import { Types } from "./types.ts";

/** Files of every server, whatever the document. */
const common = (serving: Serving): readonly GeneratedFile[] => [
  module("src/http/__init__.py", "What is asked and answered, as the document describes it."),
  module("src/models/__init__.py", "Types of the document."),
  module("src/operations/__init__.py", "What operations take and demand."),
  module("src/routes/__init__.py", "Paths and methods."),
  module("src/controllers/__init__.py", "What is done with requests."),
  module("tests/__init__.py", "Tests."),
  shippedFile("problem.py"),
  shippedFile("clock.py"),
  shippedFile("log.py", { encoded: true }),
  shippedFile("http/rules.py"),
  shippedFile("http/route.py"),
  shippedFile("http/parameters.py"),
  { path: "src/http/methods.py", text: methodsModule(serving.server) },
  shippedFile("http/body.py"),
  shippedFile("http/security.py"),
  shippedFile("http/serve.py", { stored: serving.store !== undefined }),
  ...(serving.server.storage.unbound.size ? [shippedFile("http/not_written.py")] : []),
  { path: "src/security.py", text: securityModule(serving) },
  { path: "src/server.py", text: serverModule(serving) },
  { path: "tests/client.py", text: testClientModule(serving) },
  { path: "tests/conftest.py", text: conftestModule(serving) },
];

const stored = (server: ServerModel, { database, testing }: ServerLeaves): Part =>
  server.storage.resources.length
    ? merge([
        {
          files: [
            shippedFile("store/store.py"),
            shippedFile("store/reading.py"),
            shippedFile("store/perform.py"),
            shippedFile("password.py"),
            ...resourceFiles(server),
          ],
          dependencies: { "argon2-cffi": versions["argon2-cffi"] },
          environment: { APP_ENV: { value: "", comment: "production: no accounts of the seeds." } },
        },
        database.project(testing),
        { files: database.records.files(server.storage) },
      ])
    : {};

/** Signing and verifying tokens; the tests of a server from a specification create their own. */
const tokens = ({ schemes }: Serving): Part =>
  takesTokens(schemes)
    ? {
        files: [shippedFile("auth.py", { accounts: true })],
        dependencies: { "pyjwt[crypto]": versions["pyjwt[crypto]"] },
        environment: tokenSettings,
      }
    : {};

/** `src/models/types.py` */
const typesModule = ({ text }: Types): string => `"""Types of the document."""

from __future__ import annotations

${importsOf(
  text,
  `
    typing: Any, Literal, NotRequired, TypedDict

    typing_extensions: TypeAliasType`,
)}
${text}`;

/** Generates the server of a specification, and the notes for its owner. */
export async function generateServer(
  original: Spec,
  leaves: ServerLeaves,
  options: Options,
): Promise<ServerOfSpec> {
  const plan = await planOf(original, leaves, options);
  const { serving } = plan;
  const { server, schemes } = serving;
  const { model, groups } = server;
  const names = pythonNames(server);
  const types = new Types(model);
  const checks = new Checks(model.spec);
  function* groupFiles(): Iterable<GeneratedFile> {
    for (const group of groups) {
      const file = names.modules.get(group) ?? "";
      const text = operationsModule(group, server, { types, checks, names });
      yield { path: `src/operations/${file}.py`, text };
      yield { path: `src/controllers/${file}.py`, text: controllersModule(group, server, { types, names }) };
      const tests = testModule(group.file, plan.testsOf(group), serving.store !== undefined);
      yield { path: `tests/test_${file}.py`, text: tests };
    }
  }
  const perGroup = await collected(groupFiles(), options.pause);
  const part = merge([
    {
      files: [
        ...common(serving),
        ...perGroup,
        { path: "src/models/types.py", text: typesModule(types) },
        { path: "src/models/schemas.py", text: checks.module },
        ...plan.documents,
      ],
      dependencies: {
        pydantic: versions.pydantic,
        "pydantic-settings": versions["pydantic-settings"],
      },
      devDependencies: { httpx2: versions.httpx2, pytest: versions.pytest },
      environment: {
        ...variables(schemes.map((scheme) => ({ ...scheme, variable: settingOf(scheme).toUpperCase() }))),
        MOCK: { value: "", comment: "1: what is not written yet answers the specification's example." },
      },
    },
    leaves.framework.part(serving),
    stored(server, leaves),
    tokens(serving),
  ]);
  const notes = plan.notes({ securityFile: "src/security.py", hookFile: hookFileOf });
  const readme = specReadme(model.spec, notes, {
    part,
    commands,
    checks: "src/operations` and `src/models/schemas.py",
    production: "APP_ENV",
  });
  return { ...notes, files: frame(part, { title: model.spec.info.title, name: options.name }, readme) };
}
