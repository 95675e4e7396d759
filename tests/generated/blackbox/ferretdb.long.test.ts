import { describe, it } from "vitest";
import { definitionFromYaml } from "../../../src/api/index.ts";
import { shopYaml } from "../../../src/api/testing.suite.ts";
import { canBuild, startFerret } from "../mongo/ferretdb.ts";
import { answersAlike } from "./answers.suite.ts";

/** FerretDB 1.x knows no decimals. */
const yaml = shopYaml.replace("decimal(8, 2) required 0..", "integer required 0..99999999");

if (canBuild())
  answersAlike({
    what: "servers on FerretDB",
    api: definitionFromYaml(yaml, "shop.yaml"),
    databases: ["mongodb"],
    mongo: startFerret,
    // It names no index that refuses a new document, answers an update that breaks a unique index with an internal
    // error, and nests no deeper than 179.
    without: /^(?:create|update|patch)\w+ refuses the [\w ]+ of another record|\[{50}/,
  });
else
  describe("servers on FerretDB", () => it.skip("is built with Go and its module proxy, which aren't here"));
