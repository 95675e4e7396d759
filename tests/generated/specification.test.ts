import { talking } from "./specification.suite.ts";

/** A sample of shapes; all of them run in the long test. */
for (const file of ["pets.yaml", "styles.yaml", "security.yaml"]) talking(file);
