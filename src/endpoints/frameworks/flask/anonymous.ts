import { member } from "../../evaluate/lookup.ts";
import { args } from "../../evaluate/machine.ts";
import type { ClassValue, ExternalValue, Machine, Value } from "../../evaluate/types.ts";

/** The program's class for `current_user` before signing in: `login_manager.anonymous_user = Anonymous`. */
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

  /** A member that the program's class defines. */
  get(name: string, m: Machine): Value | undefined {
    if (!this.#cls || !(member(this.#cls, name) ?? this.#cls.statics.has(name))) return undefined;
    return m.get(m.construct(this.#cls, args([])), name);
  }
}
