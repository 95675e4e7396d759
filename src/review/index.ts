export { secretIn, struck } from "./checks/secrets.ts";
export { focuses, isAside } from "./contract.ts";
export { type Looked, type Shown, inquiryOf, look, quoteOf, severities } from "./look.ts";
export { toSarif, writeSarif } from "./sarif.ts";
export { type Scope, changeOf } from "./compare.ts";
export { scopeOf } from "./scope.ts";
