import { args } from "../evaluate/machine.ts";
import type { ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { result } from "../evaluate/value.ts";

const wiring = /^dependency_injector\.wiring\.(?:Provide|Closing)$/;
const providers =
  /^dependency_injector\.providers\.(?:Factory|Singleton|ThreadSafeSingleton|ContextLocalSingleton|Callable|Resource)$/;

/** `Provide[Container.service]` of dependency_injector, as a call. */
export const marked = (of: ExternalValue, value: Value): Value | undefined =>
  wiring.test(of.path) ? result(of, args([value])) : undefined;

/** What a provider makes, with what it is given made as well. */
function made(provider: Value, m: Machine, depth = 0): Value {
  if (provider.kind !== "external" || !provider.args || !providers.test(provider.of?.path ?? "") || depth > 8)
    return provider;
  const { list, named } = provider.args;
  const [maker, ...more] = list;
  if (!maker) return provider;
  const inner = (value: Value): Value => made(value, m, depth + 1);
  return m.construct(maker, {
    ...args(more.map(inner)),
    named: new Map([...named].map(([name, value]) => [name, inner(value)])),
  });
}

/** What `Provide[…]` stands for in a parameter; undefined for anything else. */
export function provided(target: ExternalValue, m: Machine): Value | undefined {
  const [provider] = target.args?.list ?? [];
  return provider && wiring.test(target.of?.path ?? "") ? made(provider, m) : undefined;
}
