import { object } from "./fields.ts";
import { upstreams } from "./upstreams.ts";

/** The file's sections: one field and one line each. */
export const sections = {
  upstreams,
} as const;

export const file = object(sections);
