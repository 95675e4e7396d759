import type { Drafts } from "./drafts.ts";

/** The topics while statements are read, as keys of resources. */
export class Discourse {
  readonly drafts: Drafts;
  /** The current topic. */
  last: string | undefined;
  /** The topic before that. */
  before: string | undefined;
  /** The last object that somebody acted on. */
  object: string | undefined;
  /** The resource that the application is named after. */
  main: string | undefined;

  constructor(drafts: Drafts) {
    this.drafts = drafts;
  }

  speakOf(key: string): void {
    if (key !== this.last) [this.before, this.last] = [this.last, key];
  }
}
