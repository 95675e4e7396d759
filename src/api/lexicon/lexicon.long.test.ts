import { lexiconNames } from "../index.ts";
import { lexiconSuite } from "./entries.suite.ts";

await lexiconSuite(lexiconNames);
