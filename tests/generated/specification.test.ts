import { talking } from "./specification.suite.ts";

for (const file of ["pets.yaml", "crud.yaml", "styles.yaml", "media.yaml"]) talking(file);
