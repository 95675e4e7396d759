export { constrain, mask, type Constraint, type Mask, type MaskOptions } from "./mask.ts";
export { vocabulary, type Vocabulary } from "./vocabulary.ts";
export { sample, sampler, type Sampling } from "./sample.ts";
