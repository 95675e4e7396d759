import { shop } from "../../../src/api/testing.suite.ts";
import { answersAlike } from "./answers.suite.ts";

answersAlike({ what: "servers that ask for no token", api: shop() });
