import { actOn, atGate } from "../../evaluate/blame.ts";
import { isInstance } from "../../evaluate/classes.ts";
import { Stop, args } from "../../evaluate/machine.ts";
import { member, methodOfClass } from "../../evaluate/lookup.ts";
import type { ExternalValue, Machine, Value } from "../../evaluate/types.ts";
import {
  calledName,
  constant,
  each,
  isMissing,
  native,
  numbers,
  object,
  propOf,
  truth,
  unknown,
} from "../../evaluate/value.ts";
import { answer, credentials, endSilently, Passed, withoutReads } from "../observe.ts";
import { doubt } from "../../evaluate/uses.ts";
import { statusesSet, answerError } from "../statuses.ts";
import { argument } from "./arguments.ts";
import {
  context,
  exception,
  instanceOf,
  type Call,
  givenTo,
  marksOfClass,
  replacing,
  type Mark,
} from "./context.ts";

function guard(value: Value, call: Call): void {
  const { m } = call;
  if (value.kind === "external") {
    const base = value.args ? value : undefined;
    for (const library of base ? m.libraries : []) {
      const known = base && library.member?.(base, "canActivate", value, m);
      if (known) m.call(known, args([]));
      if (known) return;
    }
    foreign(value, m);
    return;
  }
  const instance = instanceOf(value, call);
  const can = m.get(instance, "canActivate");
  if (can.kind !== "function" && can.kind !== "native") return doubt(unknown, m);
  const act = (allowed: boolean | undefined): void => {
    if (allowed === false) m.raise(exception("ForbiddenException", 403));
    if (allowed === undefined) m.throws.push(exception("ForbiddenException", 403));
  };
  const asks = (): boolean | undefined => truth(m.call(can, args([context(call)])));
  atGate(m, instance, () => actOn(m, asks, act));
}

/** Applies a library's guard by its name: rate limit, authentication or permission. */
function foreign(value: ExternalValue, m: Machine): void {
  const name = calledName(value);
  if (name.endsWith("ThrottlerGuard")) answer(m, 429);
  else if (/(?:Auth|Jwt|Login|Session|Token)\w*Guard$/i.test(name)) {
    credentials(m, "bearer");
    const refusal = exception("UnauthorizedException", 401);
    if (m.run?.absent) m.raise(refusal);
    m.throws.push(refusal);
  } else if (/(?:^AC|Roles?|Permissions?|Polic(?:y|ies)|Access|Scopes?|Resource)Guard$/i.test(name))
    m.throws.push(exception("ForbiddenException", 403));
  else doubt(value, m, true);
}

/** Calls all guards. Their refusals count, whatever a filter answers. */
function guarded(call: Call): void {
  const { m, marks, outer } = call;
  const shared = (is: boolean): void => void (m.run && (m.run.isShared = is));
  try {
    shared(true);
    for (const value of call.guards) guard(value, call);
    shared(false);
    for (const value of [...givenTo("UseGuards", outer), ...givenTo("UseGuards", marks)]) guard(value, call);
  } catch (error) {
    if (error instanceof Stop && m.run) m.run.isRefused = true;
    throw error;
  }
}

/** Calls an interceptor of the program up to where it passes the request on; it may end the request there. */
function intercepted(value: Value, call: Call): void {
  const { m } = call;
  doubt(value, m);
  const instance = instanceOf(value, call);
  if (instance.kind !== "object" || !instance.cls || !member(instance.cls, "intercept") || !m.run) return;
  const { run } = m;
  const passed = new Passed();
  const handle = native("handle", () => (passed.on(m), unknown));
  const before = { isAhead: run.isAhead, isShared: run.isShared ?? false };
  const thrown = m.throws.length;
  Object.assign(run, { isAhead: () => !passed.ways.has("next"), isShared: true });
  try {
    atGate(m, instance, () => {
      m.call(m.get(instance, "intercept"), args([context(call), object([["handle", handle]])]));
      endSilently(passed, run);
    });
  } finally {
    Object.assign(run, before);
    // errors from handling the answer are not the endpoint's own
    m.throws.push(...m.throws.splice(thrown).filter((error) => run.gateErrors.get(error)));
  }
}

/** Runs guards, interceptors, pipes and the handler, in Nest's order. */
export function enter(call: Call): void {
  const { m, marks, outer, fn, cls, controller, container } = call;
  guarded(call);
  for (const { value } of [...marks, ...outer]) doubt(value, m);
  for (const value of replacing(fn, cls, m)) m.run?.doubts.push(value.kind === "function" ? value.fn : {});
  const around = [...givenTo("UseInterceptors", outer), ...givenTo("UseInterceptors", marks)];
  if (m.run)
    withoutReads(m.run, () => {
      for (const value of [...call.interceptors, ...around]) intercepted(value, call);
    });
  const pipes = [...call.pipes, ...givenTo("UsePipes", outer), ...givenTo("UsePipes", marks)];
  const argumentValues = fn.params.map((param) => argument(param, call, pipes));
  const self = container.make(controller, m);
  const set = statusSet(marks);
  const usual = usualStatus(marks, call.method);
  call.res.props.set("%usual", constant(usual));
  const before = m.run?.answers.length ?? 0;
  const method = cls.replaced.has(fn.name) ? m.get(self, fn.name) : methodOfClass({ fn, owner: cls }, self);
  const value = m.call(method, args(argumentValues));
  if (m.run) m.run.isReturned = true;
  if (takesResponse(call) && (m.run?.answers.length ?? 0) >= before) return;
  const redirect = marks.find(({ name }) => name === "Redirect");
  if (redirect) {
    answer(m, numbers(redirect.args?.list[1])[0] ?? 302);
    return;
  }
  const dynamic = call.res.props.get("statusCode");
  const statuses = dynamic ? statusesSet(dynamic, usual) : set ? numbers(set) : [usual];
  for (const status of statuses)
    for (const item of each(value).slice(0, 1)) answer(m, status, isMissing(item) ? undefined : item);
}

const statusSet = (marks: readonly Mark[]): Value | undefined =>
  marks.find(({ name }) => name === "HttpCode")?.args?.list[0];

/** Nest's status if the handler sets none. */
export const usualStatus = (marks: readonly Mark[], method: string): number =>
  numbers(statusSet(marks))[0] ?? (method === "post" ? 201 : 200);

/** Whether a handler takes the response and so answers itself. */
const takesResponse = ({ fn, cls, m }: Call): boolean =>
  fn.params.some((param) =>
    param.decorators.some((decorator) => {
      const mark = m.evaluate(decorator, cls.scope);
      if (mark.kind !== "external" || !/^(?:Res|Response)$/.test(calledName(mark))) return false;
      return truth(propOf(mark.args?.list[0], "passthrough") ?? unknown) !== true;
    }),
  );

/** Answers an error by the first matching filter, otherwise by its status. */
export function failed(error: Value, call: Call): void {
  const { m, marks, outer } = call;
  const filters = [...givenTo("UseFilters", marks), ...givenTo("UseFilters", outer), ...call.filters];
  for (const value of filters) {
    const filter = instanceOf(value, call);
    const cls = filter.kind === "object" ? filter.cls : undefined;
    if (!cls) continue;
    const caught = marksOfClass(cls).find(({ name }) => name === "Catch")?.args?.list ?? [];
    const fits =
      caught.length === 0 || caught.some((type) => isInstance(error, type) === true || isHttp(error, type));
    if (!fits) continue;
    if (error.kind === "unknown") return;
    m.call(m.get(filter, "catch"), args([error, context(call)]));
    return;
  }
  answerError(error, "nest", m);
}

const isHttp = (error: Value, type: Value): boolean =>
  type.kind === "external" &&
  type.name === "HttpException" &&
  error.kind === "object" &&
  (error.base?.path.startsWith("@nestjs/common") ?? false);
