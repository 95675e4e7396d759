import type { Receiver } from "../../language.ts";
import { Gathered as Shared } from "../gathered.ts";
import type { Around } from "./around.ts";

/** What a body throws and calls, each once. */
export class Gathered extends Shared<Around> {
  protected holdsAll({ caught, nested }: Around): boolean {
    return caught || nested;
  }

  protected holds(_type: string, around: Around): boolean {
    return this.holdsAll(around);
  }

  protected isSame(receiver: Receiver, other: Receiver): boolean {
    return receiver.to === other.to && receiver.at === other.at;
  }
}
