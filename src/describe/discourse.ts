import type { Drafts } from "./drafts.ts";

/** Who is spoken of while statements are read, by the keys of their resources. */
export class Discourse {
  readonly drafts: Drafts;
  /** Who was spoken of last. */
  last: string | undefined;
  /** Who was spoken of before that. */
  before: string | undefined;
  /** What somebody acted on last. */
  object: string | undefined;
  /** What the application is called after. */
  main: string | undefined;

  constructor(drafts: Drafts) {
    this.drafts = drafts;
  }

  speakOf(key: string): void {
    if (key !== this.last) [this.before, this.last] = [this.last, key];
  }
}
