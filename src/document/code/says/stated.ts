import type { Declaration, Shape, Study } from "../../../code/index.ts";
import { code, some } from "../words/name-words.ts";

const described =
  /(?:^|[{,\n])\s*(?:description|summary|describe|help_text)\s*[:=]\s*(?:(["'])((?:(?!\1)[^\\\n]|\\.)+)\1|`([^`$\\]+)`)/;

/** Returns a description that the source itself contains for users: of a rule, a command or a tool. */
export function stated(source: string, { kind, name }: Declaration): string | undefined {
  const found = kind === "constant" || kind === "class" ? described.exec(source.slice(0, 800)) : null;
  if (!found) return undefined;
  // descriptions are for page visitors, except those of a rule
  const isRule = /\bdocs:\s*\{\s*$/.test(source.slice(0, found.index + 1));
  if (/^(?:metadata|meta|seo|site(?:Config)?|config)$/i.test(name) && !isRule) return undefined;
  const [, , one, other] = found;
  const text = (one ?? other ?? "").replaceAll(/\\(.)/g, "$1").replaceAll(/\s+/g, " ").trim();
  const before = source.slice(0, found.index);
  const depth = (before.match(/[{([]/g)?.length ?? 0) - (before.match(/[})\]]/g)?.length ?? 0);
  return depth <= 3 && text.split(" ").length > 3 && text.length < 200 && /^[A-Z`]/.test(text)
    ? text
    : undefined;
}

/** Describes the table that an ORM class maps to. */
export function tableOf(source: string, { decorators }: Study, owner: string): string | undefined {
  const className = snake(owner);
  const [name] = decorators.flatMap(
    (decorator) => /^(?:Entity|Table)\(\s*["'](\w+)["']/.exec(decorator)?.[1] ?? [],
  );
  const [implied] = decorators.some((decorator) => /^Entity\(\s*\)?$/.test(decorator)) ? [className] : [];
  // Flask-SQLAlchemy names a table after its class
  const named =
    /^class (?:[A-Z][a-z\d]+)+\([^)]*\bdb\.Model\b/.test(source) && /\bprimary_key=True\b/.test(source);
  const model = named || /^class \w+\([^)]*\btable=True/.test(source) ? className : undefined;
  const table =
    name ?? implied ?? /^\s*(?:__tablename__|db_table)\s*=\s*["'](\w+)["']/m.exec(source)?.[1] ?? model;
  return table === undefined ? undefined : `a row of the table ${code(table) ?? ""}`;
}

const snake = (name: string): string => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();

/** Describes the requests registered on a router in its file. */
export function routerOf(
  name: string,
  value: Shape | undefined,
  { file, paths = [] }: { readonly file: string; readonly paths?: readonly string[] | undefined },
): string | undefined {
  const exported =
    name === "default" ? (value?.code ?? /^export default (\w+)\s*;?\s*$/m.exec(file)?.[1]) : name;
  if (!exported || !/^\w+$/.test(exported)) return undefined;
  if (
    !new RegExp(
      String.raw`\b${exported}\b[^=\n]*=\s*(?:new\s+)?(?:\w+\.)?(?:Router|Hono|OpenAPIHono|KoaRouter)\(`,
    ).test(file)
  )
    return undefined;
  const found = [
    ...file.matchAll(
      new RegExp(
        String.raw`^\s*(?:${exported})?\s*\.(get|post|put|patch|delete)\(\s*["'](/[^"'\s]*)["']`,
        "gm",
      ),
    ),
  ];
  const ownRoutes = [
    ...new Set(found.map(([, method = "", path = ""]) => `${method.toUpperCase()} ${path}`)),
  ];
  const routes = ownRoutes.length && paths.length ? paths : ownRoutes; // `paths` include prefixes from other files
  return routes.length ? `answers ${some(routes, 12)}` : undefined;
}

const route = (decorator: string): readonly [string, string] | undefined => {
  const [, method, path = ""] =
    /^(Get|Post|Put|Patch|Delete|Head|Options)\(\s*(?:["']([^"'`]*)["'])?\s*\)?/.exec(decorator) ?? [];
  return method === undefined ? undefined : [method.toUpperCase(), path];
};

/** Returns a request as a client writes it, if the class states one part of its path and the method the other. */
export function requestOf({ decorators }: Study, owner: Study | undefined): string | undefined {
  const [prefix] = (owner?.decorators ?? []).flatMap(
    (decorator) => /^Controller\(\s*["']([^"'`]+)["']/.exec(decorator)?.[1] ?? [],
  );
  const [verbDecorator] = decorators.flatMap((decorator) => {
    const found = route(decorator);
    return found ? [found] : [];
  });
  if (!verbDecorator || prefix === undefined) return undefined;
  const path = `/${prefix}/${verbDecorator[1]}`.replaceAll(/\/{2,}/g, "/").replace(/(.)\/$/, "$1");
  return `answers ${code(`${verbDecorator[0]} ${path}`) ?? ""}`;
}
