import { withBearer } from "../../../src/api/index.ts";
import { shop } from "../../../src/api/testing.suite.ts";
import { answersAlike } from "./answers.suite.ts";

answersAlike({ what: "servers that ask for a token", api: withBearer(shop()) });
