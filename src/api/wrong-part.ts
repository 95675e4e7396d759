import { UserError } from "../lib/index.ts";

/** Path to an invalid part of a resource (`fields`, `title`). */
export interface PartOf {
  readonly resource: string;
  readonly part: readonly (string | number)[];
}

/** An error in a part of a resource. A source that knows the part's location adds it. */
export class WrongPart extends UserError {
  readonly at: PartOf;

  constructor(partOf: PartOf, message: string, fix: string, code = "bad_definition") {
    super(code, message, fix);
    this.at = partOf;
  }
}
