import type { Spec } from "../../../api/index.ts";
import type { ClientGenerator, GeneratedFile } from "../../contracts.ts";
import { safePatterns } from "../../patterns.ts";
import { examplesOf } from "../../specification/example.ts";
import type { Held } from "../../specification/held.ts";
import { conversionsOf } from "./conversions.ts";
import { featuresOf, rulesIn } from "./features.ts";
import { groupedModule } from "./grouped.ts";
import { modelOf } from "../../specification/model.ts";
import { nameOperations } from "../../specification/named.ts";
import { pagingOf } from "../../specification/paging.ts";
import { operationsModules } from "./modules.ts";
import { sharedAnswers } from "./operations.ts";
import { parametersModule, sharedParameters } from "./parameters.ts";
import { polymorphic } from "../../specification/polymorphic.ts";
import { projectFiles } from "./project.ts";
import { sharedValues } from "./routes.ts";
import { rulesOf } from "./rules.ts";
import { runtimeOf } from "./runtime.ts";
import { sentOnly } from "./sent.ts";
import { serversModule } from "./servers.ts";
import { typesModule } from "./types.ts";
import { checksOf, validatorsModule } from "./validators.ts";

/** Generates a TypeScript client, ready to publish; the same specification gives the same bytes. */
export function typescriptClient(original: Spec, settings: Held = {}): readonly GeneratedFile[] {
  const { spec } = safePatterns(original);
  const model = { ...sentOnly(modelOf(polymorphic(spec))), held: settings };
  const conversions = conversionsOf(model);
  const operations = nameOperations(model);
  const parameters = sharedParameters(operations, model);
  const validators = validatorsModule(checksOf(model), (key) => conversions?.changes(key) ?? false);
  const exampleOperations = conversions
    ? operations.filter(({ operation }) => !conversions.inCall(operation))
    : operations;
  const examples = examplesOf(exampleOperations, model.spec);
  const modules = operationsModules(model, operations, {
    parameters,
    values: sharedValues(operations, model),
    answers: sharedAnswers(operations, model),
    examples,
  });
  const features = featuresOf(model, operations);
  const converting = conversions ? [{ path: "src/conversions.ts", text: conversions.module() }] : [];
  return [
    { path: "src/rules.ts", text: rulesOf(rulesIn(validators, [...modules, ...converting]), features) },
    { path: "src/runtime.ts", text: runtimeOf(features) },
    { path: "src/types.ts", text: typesModule(model, modules) },
    { path: "src/validators.ts", text: validators },
    ...converting,
    ...modules,
    ...(parameters.size ? [{ path: "src/parameters.ts", text: parametersModule(parameters) }] : []),
    { path: "src/client.ts", text: serversModule(model) },
    ...(operations.length ? [{ path: "src/api.ts", text: groupedModule(operations) }] : []),
    ...projectFiles(spec, {
      operations,
      examples,
      paged: operations.filter((named) => pagingOf(named, model) !== undefined),
      held: settings,
    }),
  ];
}

const client: ClientGenerator = {
  files: typescriptClient,
  holds: { dates: ["text", "date", "temporal"], int64: ["number", "text"], checks: ["all", "none"] },
  lost: (spec) => safePatterns(spec).dropped,
};
export default client;
