import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { ClassValue, ExternalValue, Machine, Value } from "../../evaluate/types.ts";

/** Who `current_user` is where nobody has signed in, as a program says: `login_manager.anonymous_user = Anonymous`. */
export class Anonymous {
  #cls: ClassValue | undefined;

  learn(of: ExternalValue, name: string, value: Value): void {
    if (
      name === "anonymous_user" &&
      value.kind === "class" &&
      /^flask_login\b.*LoginManager\(\)$/.test(of.path)
    )
      this.#cls = value;
  }

  /** What the program says that such a one has. */
  get(name: string, m: Machine): Value | undefined {
    if (!this.#cls || !(member(this.#cls, name) ?? this.#cls.statics.has(name))) return undefined;
    return m.get(m.construct(this.#cls, args([])), name);
  }
}
