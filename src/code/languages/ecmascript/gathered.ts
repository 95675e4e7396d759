import type { Receiver } from "../../language.ts";
import { Gathered as Shared } from "../gathered.ts";
import type { Around } from "./around.ts";

/** Collects what a body throws and calls, without duplicates. */
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
