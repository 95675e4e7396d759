/** Splits `src/a.ts:name` or `src/a.ts#Class.method` into path and declaration name. */
export function pathOf(target: string): { readonly path: string; readonly symbol?: string } {
  const [, path = target, symbol] = /^(.*\.\w+)(?:#|::?)([\w$.]+)$/.exec(target) ?? [];
  return { path: path.replace(/(?<=.)\/+$/, ""), ...(symbol && { symbol }) };
}
