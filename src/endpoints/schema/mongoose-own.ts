import type { ExternalValue, ObjectValue, Value } from "../evaluate/types.ts";
import { object, texts } from "../evaluate/value.ts";

/** Functions that a program adds to a mongoose schema: of the model, and of its documents. */
interface Own {
  readonly statics: ObjectValue;
  readonly methods: ObjectValue;
}

const added = new WeakMap<ExternalValue, Own>();

const isSchema = (of: ExternalValue): boolean =>
  of.args !== undefined && /^mongoose\..*Schema\(\)$/.test(of.path);

function ownOf(schema: ExternalValue): Own {
  const ownMembers = added.get(schema) ?? { statics: emptyStore(), methods: emptyStore() };
  added.set(schema, ownMembers);
  return ownMembers;
}

/** An object that is kept when the whole of it is assigned: `schema.statics = { … }`. */
const emptyStore = (): ObjectValue => object();

/** `schema.statics = { … }`. */
export function give(of: ExternalValue, name: string, value: Value): void {
  if (!isSchema(of) || (name !== "statics" && name !== "methods") || value.kind !== "object") return;
  for (const [key, prop] of value.props) ownOf(of)[name].props.set(key, prop);
}

const setters = new WeakMap<ExternalValue, Set<string>>();

/** `schema.virtual("password").set(function (text) { … })`: documents accept that field, too. */
export function takesVirtual({ name, of }: ExternalValue): void {
  for (let value = name === "set" ? of : undefined; value?.args; value = value.of?.of) {
    const schema = value.of?.name === "virtual" ? value.of.of : undefined;
    if (schema && isSchema(schema)) {
      const known = setters.get(schema) ?? new Set();
      setters.set(schema, known);
      for (const text of texts(value.args.list[0])) known.add(text);
    }
  }
}

/** The names of a schema's virtual fields with setters. */
export const virtualsOf = (schema: ExternalValue): readonly string[] => [...(setters.get(schema) ?? [])];

/** The model that a mongoose value comes from, and whether it is the model itself. */
function modelBehind(
  of: ExternalValue,
): { readonly schema: ExternalValue; readonly isModel: boolean } | undefined {
  let value: ExternalValue | undefined = of;
  for (let steps = 0; value && steps < 12; steps++) {
    const schema: Value | undefined =
      value.args && value.of?.name === "model" ? value.args.list[1] : undefined;
    if (schema?.kind === "external" && isSchema(schema)) return { schema, isModel: value === of };
    value = value.of;
  }
  return undefined;
}

/** A function that the program has added to a schema, called on its model or a document. */
export function ownMember(of: ExternalValue, name: string): Value | undefined {
  if (!of.path.startsWith("mongoose.")) return undefined;
  if (isSchema(of)) return name === "statics" || name === "methods" ? ownOf(of)[name] : undefined;
  const behind = modelBehind(of);
  const ownMembers = behind && added.get(behind.schema);
  if (!ownMembers) return undefined;
  const found = (behind.isModel ? ownMembers.statics : ownMembers.methods).props.get(name);
  return found?.kind === "function" && !found.fn.arrow ? { ...found, self: of } : found;
}
