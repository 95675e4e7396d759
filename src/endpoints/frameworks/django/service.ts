import type { Auth, Verb } from "../contract.ts";

/** An endpoint of a library; `%user` stands for the name of a user in the program's own model, `%required` for what else that asks for. */
export interface Served {
  readonly method: Verb;
  readonly path: string;
  readonly level: Auth["level"];
  readonly statuses: readonly number[];
  /** Of its body; with `?` where one may be left out. */
  readonly fields: readonly string[];
  /** The serializer of its body, by the library's name for it in the settings. */
  readonly by?: string;
}
