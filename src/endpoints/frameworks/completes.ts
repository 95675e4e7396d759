import type { Fn, Statement } from "../program/ir.ts";

/** Whether a function may return normally: it contains a `return`, or its end can be reached. */
export const completes = ({ body }: Fn): boolean => body.some(returns) || !ends(body.at(-1));

const all = (statement: Statement): readonly (readonly Statement[])[] => {
  switch (statement.kind) {
    case "if":
      return [statement.yes, statement.no];
    case "loop":
    case "block":
      return [statement.body];
    case "switch":
      return statement.cases.map(({ body }) => body);
    case "try":
      return [statement.body, ...statement.catches.map(({ body }) => body), statement.last];
    default:
      return [];
  }
};

const returns = (statement: Statement): boolean =>
  statement.kind === "return" || all(statement).some((body) => body.some(returns));

/** Whether nothing can follow a statement. */
function ends(statement: Statement | undefined): boolean {
  if (statement?.kind === "throw") return true;
  if (statement?.kind === "if")
    return statement.no.length > 0 && all(statement).every((body) => ends(body.at(-1)));
  return statement?.kind === "block" && ends(statement.body.at(-1));
}
