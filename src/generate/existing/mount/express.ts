import { requested, specifierTo, treeOf, walk, type Source } from "../syntax.ts";
import type { Host } from "../host.ts";
import { leadsIn } from "../alias.ts";
import { below, edited, freeName, handOf, importing, type Edit } from "./edit.ts";
import { gathering, pathNamed, rootOf } from "./root.ts";
import { isRouter, originOf, sitesOf, type Reading, type Site } from "./site.ts";

/** The result of mounting: edits (none if already mounted), or lines for the user to add. */
export interface Mounted {
  readonly edits: readonly Edit[];
  /** Lines to add by hand if no place was found. */
  readonly lines: readonly string[];
  readonly at: string | undefined;
  /** The path of the application's own API; `null` if the code doesn't show it. Absent: as at the last run. */
  readonly under?: string | null;
}

const isApplication = (path: string): boolean =>
  !/(?:^|\/)(?:tests?|__tests__|spec|examples?|scripts|bench)\/|[._](?:test|spec)\./.test(path);

interface Place {
  readonly source: Reading;
  readonly site: Site;
}

/** Returns the most likely places where the application is set up, across all files. */
function placesOf(sources: readonly Source[]): readonly Place[] {
  const texts = sources.filter(({ path }) => isApplication(path)).map(({ text }) => text);
  return sources
    .map((source) => ({ ...source, pathNamed: (name: string) => pathNamed(texts, name) }))
    .filter(
      ({ path, text }) => isApplication(path) && /express/.test(text) && /\.use\(|\bexpress\(\)/.test(text),
    )
    .flatMap((source) => {
      const program = treeOf(source);
      return program ? sitesOf(source, program).map((site) => ({ source, site })) : [];
    })
    .toSorted((a, b) => b.site.score - a.site.score);
}

/** Returns the routers that the application mounts and that mount others. */
function gatherings(host: Host, { source, site }: Place, places: readonly Place[]) {
  const program = treeOf(source);
  return site.mounts.flatMap(({ path: root, handler }) => {
    const origin = program && originOf(program, handler);
    const place = places.find(
      ({ source: other, site: inner }) =>
        leadsIn(host.aliases, source.path, [origin ?? "", other.path]) &&
        isRouter(other, inner.name) &&
        inner.mounts.length > 0,
    );
    return place ? [{ place, root }] : [];
  });
}

const isMounted = (host: Host, source: Source, index: string): boolean => {
  const program = treeOf(source);
  if (!program) return false;
  return [...walk(program)].some((node) => {
    const specifier = requested(node);
    return specifier !== undefined && leadsIn(host.aliases, source.path, [specifier, index]);
  });
};

/** What to mount, and its path unless the router already has it. */
interface Target {
  readonly index: string;
  readonly root: string;
}

const typed = /\.[mc]?ts$/;

function mount(host: Host, { source, site }: Place, { index, root }: Target): Edit {
  const program = treeOf(source);
  if (!program) throw new Error(`${source.path} parsed before.`);
  const hand = handOf(source, program);
  const local = freeName(program, ["api", "resources", "generatedApi"]);
  const end = typed.test(source.path) || host.extension !== ".ts" ? host.importEnd : ".js";
  const path = isRouter(source, site.name) ? "" : `${hand.quote(root)}, `;
  return edited(source, [
    importing(source, program, {
      name: "api",
      local,
      specifier: specifierTo(source.path, index, end),
    }),
    below(source.text, site.behind, `${site.name}.use(${path}${local}())${hand.end}`),
  ]);
}

/**
 * Mounts the function `api` of the module at `index` where the application mounts its own routes: after body parsers
 * and other routes, before catch-all handlers.
 */
export function mountExpress(host: Host, index: string): Mounted {
  const { sources } = host;
  const there = sources.find((source) => isMounted(host, source, index));
  if (there) return { edits: [], lines: [], at: there.path };
  const places = placesOf(sources);
  const main = places.find(({ source, site }) => !isRouter(source, site.name));
  const found = main && gathering(gatherings(host, main, places), main.site.mounts.length);
  const root = found?.root ?? rootOf(main?.site.mounts.map(({ path }) => path) ?? []);
  const place = found?.place ?? main;
  if (place)
    return {
      edits: [mount(host, place, { index, root })],
      lines: [],
      at: place.source.path,
      under: root ?? null,
    };
  const specifier = specifierTo("app.ts", index, host.importEnd);
  const imported =
    host.syntax === "cjs"
      ? `const { api } = require("${specifier}");`
      : `import { api } from "${specifier}";`;
  return { edits: [], lines: [imported, `app.use("/api", api());`], at: undefined };
}
