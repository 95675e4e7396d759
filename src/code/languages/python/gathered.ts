import { isForAll, pythonBases, takesAny } from "../../handlers.ts";
import type { Receiver } from "../../language.ts";
import { lastName, inTable } from "../../../lib/index.ts";
import { type Around, Gathered as Shared } from "../gathered.ts";

export const outermost: Around = { catches: [], given: [], when: undefined, nested: false };

/** Whether handlers of these classes catch an error, as far as Python's own classes show. */
const takes = (catches: readonly string[], type: string): boolean =>
  catches.some((item) => {
    const [exceptionName = "", but] = item.split("!");
    if (but !== undefined) return false; // depends on declarations elsewhere
    const name = lastName(exceptionName);
    const all = isForAll(name) && takesAny(name, lastName(type));
    return all || name === lastName(type) || (inTable(pythonBases, lastName(type)) ?? []).includes(name);
  });

/** Collects what a body raises and calls, without duplicates. */
export class Gathered extends Shared<Around> {
  protected holdsAll({ nested, catches }: Around): boolean {
    return nested || catches.some((item) => isForAll(lastName(item)));
  }

  protected holds(type: string, { catches }: Around): boolean {
    return type !== "" && takes(catches, type);
  }

  protected isSame(receiver: Receiver, other: Receiver): boolean {
    return receiver.to === other.to;
  }
}
