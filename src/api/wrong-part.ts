import { UserError } from "../lib/index.ts";

/** Where in a resource something is wrong: below it (`fields`, `title`). */
export interface PartOf {
  readonly resource: string;
  readonly part: readonly (string | number)[];
}

/** What is wrong with a part of a resource. A source that knows where the part stands adds the place. */
export class WrongPart extends UserError {
  readonly at: PartOf;

  constructor(partOf: PartOf, message: string, fix: string, code = "bad_definition") {
    super(code, message, fix);
    this.at = partOf;
  }
}
