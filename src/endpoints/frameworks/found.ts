import type { Route } from "./contract.ts";

const most = 5000;

/** The routes of a framework: a registration counts once for a path, however often what makes the application runs. */
export class FoundRoutes {
  readonly all: Route[] = [];
  readonly #seen = new Set<string>();

  /** More are of no use to anybody. */
  get isFull(): boolean {
    return this.all.length > most;
  }

  /** Adds what is made, if it is an endpoint at all. */
  add(place: Pick<Route, "method" | "path" | "file" | "at">, make: () => Route | undefined): void {
    const { method, path, file, at } = place;
    const key = `${method} ${path} ${file} ${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const made = make();
    if (made) this.all.push(made);
  }
}
