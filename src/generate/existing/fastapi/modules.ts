import { folderOf } from "../folders.ts";
import type { Host } from "./host.ts";

/** Returns the absolute import name of the module at a path: `shop.api.router`. */
export function moduleName({ root }: Pick<Host, "root">, path: string): string {
  const inner = root && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return inner
    .replace(/\.py$/, "")
    .replace(/(?:^|\/)__init__$/, "")
    .replaceAll("/", ".");
}

/** Returns the number of leading path parts that both have in common. */
function shared(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Returns the relative name after `from` by which the module at `path` imports `target`: `..models.task`. */
function relativeName(path: string, target: string): string {
  const here = folderOf(path).split("/").filter(Boolean);
  const there = target.replace(/(?:\/__init__)?\.py$/, "").split("/");
  const common = shared(here, there.slice(0, -1));
  return `${".".repeat(here.length - common + 1)}${there.slice(common).join(".")}`;
}

/** Returns the import name in the project's style: relative only between modules of one package. */
export function importFrom(host: Pick<Host, "root" | "relative">, path: string, target: string): string {
  const top = (file: string): string => moduleName(host, file).split(".")[0] ?? "";
  const inPackage = top(path) === top(target) && moduleName(host, path).includes(".");
  return host.relative && inPackage ? relativeName(path, target) : moduleName(host, target);
}
