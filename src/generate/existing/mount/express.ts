import { leadsTo, requested, specifierTo, treeOf, walk, type Source } from "../syntax.ts";
import type { Host } from "../host.ts";
import { below, edited, freeName, handOf, importing, type Edit } from "./edit.ts";
import { isRouter, originOf, sitesOf, type Site } from "./site.ts";

/** What came of mounting: edits (none where it is mounted already), or what is left for a person to write. */
export interface Mounted {
  readonly edits: readonly Edit[];
  /** Lines to add by hand, where no place was found. */
  readonly lines: readonly string[];
  /** Where it is mounted. */
  readonly at: string | undefined;
  /** The path that the application's own API is under there, where that is not `/api`. */
  readonly under?: string;
}

const isApplication = (path: string): boolean =>
  !/(?:^|\/)(?:tests?|__tests__|spec|examples?|scripts|bench)\/|[._](?:test|spec)\./.test(path);

interface Place {
  readonly source: Source;
  readonly site: Site;
}

/** The likeliest places where the application is set up, over all files. */
function placesOf(sources: readonly Source[]): readonly Place[] {
  return sources
    .filter(
      ({ path, text }) => isApplication(path) && /express/.test(text) && /\.use\(|\bexpress\(\)/.test(text),
    )
    .flatMap((source) => {
      const program = treeOf(source);
      return program ? sitesOf(source, program).map((site) => ({ source, site })) : [];
    })
    .toSorted((a, b) => b.site.score - a.site.score);
}

/** Where an API of the application's own begins: `/api`, or a version of it. */
export const apiRoot = /^\/api(?:\/v\d+)?(?=\/|$)/;

/** The path that all of an application's own routes below `/api` begin with. */
export function rootOf(paths: readonly string[]): string {
  const roots = paths.flatMap((path) => apiRoot.exec(path)?.[0] ?? []);
  return roots.includes("/api") ? "/api" : (roots.at(-1) ?? "/api");
}

/** The router that the application has under its root, where routers are gathered. */
function gathered({ source, site }: Place, places: readonly Place[], root: string): Place | undefined {
  const program = treeOf(source);
  const mount = site.mounts.findLast(({ path }) => path === root);
  const origin = program && mount && originOf(program, mount.handler);
  if (origin === undefined) return undefined;
  return places.find(
    ({ source: other, site: inner }) =>
      leadsTo(source.path, origin, other.path) && isRouter(other, inner.name) && inner.mounts.length > 0,
  );
}

const isMounted = (source: Source, index: string): boolean => {
  const program = treeOf(source);
  if (!program) return false;
  return [...walk(program)].some((node) => {
    const specifier = requested(node);
    return specifier !== undefined && leadsTo(source.path, specifier, index);
  });
};

/** What is mounted, and under which path where a router doesn't have that already. */
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
    importing(source, program, { name: "api", local, specifier: specifierTo(source.path, index, end) }),
    below(source.text, site.behind, `${site.name}.use(${path}${local}())${hand.end}`),
  ]);
}

/**
 * Mounts the function `api` of the module at `index` where the application mounts its own routes:
 * behind body parsers and other routes, before whatever answers what nothing else did.
 */
export function mountExpress(host: Host, index: string): Mounted {
  const { sources } = host;
  const there = sources.find((source) => isMounted(source, index));
  if (there) return { edits: [], lines: [], at: there.path };
  const places = placesOf(sources);
  const main = places.find(({ source, site }) => !isRouter(source, site.name));
  const root = rootOf(main?.site.mounts.map(({ path }) => path) ?? []);
  const place = main && (gathered(main, places, root) ?? main);
  if (place)
    return {
      edits: [mount(host, place, { index, root })],
      lines: [],
      at: place.source.path,
      ...(root === "/api" ? {} : { under: root }),
    };
  const specifier = specifierTo("app.ts", index, host.importEnd);
  const imported =
    host.syntax === "cjs"
      ? `const { api } = require("${specifier}");`
      : `import { api } from "${specifier}";`;
  return { edits: [], lines: [imported, `app.use("/api", api());`], at: undefined };
}
