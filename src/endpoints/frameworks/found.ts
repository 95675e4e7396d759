import type { Route } from "./contract.ts";

const most = 5000;

/** The routes of a framework. A registration counts once for each path, however often its code runs. */
export class FoundRoutes {
  readonly all: Route[] = [];
  readonly #seen = new Set<string>();

  /** Whether the maximum number of routes is exceeded. */
  get isFull(): boolean {
    return this.all.length > most;
  }

  /** Adds the route that `make` returns, if it is an endpoint. */
  add(place: Pick<Route, "method" | "path" | "file" | "at">, make: () => Route | undefined): void {
    const { method, path, file, at } = place;
    const key = `${method} ${path} ${file} ${at}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const route = make();
    if (route) this.all.push(route);
  }
}
