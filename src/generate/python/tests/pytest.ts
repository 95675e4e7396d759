import { hasEtags, isSecured } from "../../../api/index.ts";
import type { TestFramework } from "../../leaves.ts";
import { applicationTests, byResource } from "../../examples.ts";
import { module } from "../module.ts";
import { paths } from "../python-names.ts";
import { shippedText } from "../shipped.ts";
import { versions } from "../versions.ts";
import { accountTests } from "./accounts.ts";
import { conftestModule } from "./client.ts";
import { etagTests } from "./etag.ts";
import { testModule } from "./suite.ts";

const pytest: TestFramework = {
  package: "pytest",
  sharesModules: true,
  tests: (api, examples, options) => {
    const auth = isSecured(api);
    return {
      files: [
        module("tests/__init__.py", "Tests."),
        { path: "tests/client.py", text: shippedText("tests/client.py", { auth, etags: hasEtags(api) }) },
        module("tests/conftest.py", "What the tests have in common.", conftestModule(api, options)),
        ...accountTests(api, examples),
        ...etagTests(api),
        ...[...byResource(api, examples)].map(([resource, operations]) =>
          module(
            paths(resource).test,
            `Every endpoint of ${resource.plural}, each rule and each error.`,
            testModule(operations),
          ),
        ),
        ...applicationTests(examples, (operations) =>
          module("tests/test_app.py", "What the application serves.", testModule(operations)),
        ),
      ],
      devDependencies: { httpx2: versions.httpx2, pytest: versions.pytest },
    };
  },
};

export default pytest;
