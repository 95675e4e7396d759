import { ownOf } from "../../evaluate/classes.ts";
import { args } from "../../evaluate/machine.ts";
import { member } from "../../evaluate/lookup.ts";
import type { ClassValue, Machine, ObjectValue, Value, Args, ExternalValue } from "../../evaluate/types.ts";
import { constant, each, native, nothing, textOf, truth, unknown } from "../../evaluate/value.ts";
import { schemaOf } from "../../schema/index.ts";
import { chosen, schemaValue, objectOf, shape } from "../../schema/kinds.ts";
import { answeredBy, serialized, formFields } from "../../schema/serializers.ts";
import { invalid } from "./http.ts";
import { inTable } from "../../../lib/index.ts";

/** Fields computed by methods, which may read the caller's identity. */
function computed(self: ObjectValue, m: Machine, depth = 0): void {
  for (const [name, value] of self.cls?.statics ?? []) {
    if (value.kind === "object" && value.cls && depth < 4) computed(withContext(value, self), m, depth + 1);
    if (value.kind !== "external" || value.of?.name !== "SerializerMethodField" || !self.cls) continue;
    const method = textOf(value.args?.list[0] ?? value.args?.named.get("method_name")) ?? `get_${name}`;
    if (member(self.cls, method))
      m.branches([() => nothing, () => m.call(m.get(self, method), args([unknown]))]);
  }
}

/** Passes a serializer's context to a nested one. */
function withContext(inner: ObjectValue, outer: ObjectValue): ObjectValue {
  const context = outer.base?.args?.named.get("context");
  if (!inner.base?.args || !context) return inner;
  const named = new Map([...inner.base.args.named, ["context", context] as const]);
  return { ...inner, base: { ...inner.base, args: { ...inner.base.args, named } } };
}

const isWritten = ({ base }: ObjectValue): boolean =>
  truth(base?.args?.named.get("read_only") ?? unknown) !== true;

/** Calls the program's own validation: of the whole, of single fields, and of directly nested serializers. */
function checks(cls: ClassValue, self: ObjectValue, m: Machine): void {
  runValidators(cls, self, m);
  for (const value of cls.statics.values())
    if (value.kind === "object" && value.cls && isWritten(value))
      runValidators(value.cls, withContext(value, self), m);
}

function runValidators(cls: ClassValue, self: ObjectValue, m: Machine): void {
  const names = ownOf(cls).flatMap((value) => value.cls.methods.map(({ fn }) => fn.name));
  for (const name of new Set(names))
    if (name === "validate" || name.startsWith("validate_"))
      m.branches([() => nothing, () => m.call(m.get(self, name), args([unknown]))]);
}

/** A member that a program's serializer inherits from the framework. */
export function serializerMember(name: string, self: ObjectValue, m: Machine): Value | undefined {
  const named = self.base?.args?.named;
  switch (name) {
    case "is_valid":
      return native(name, (callArgs) => {
        const data = named?.get("data") ?? self.base?.args?.list[1];
        const isPartial = truth(named?.get("partial") ?? unknown) === true;
        self.props.delete("data"); // from now on, `data` is the serializer's output
        for (const value of data && self.cls ? each(data) : []) {
          // of `{**request.data, "owner": user}`, only the rest comes from the request
          const from = value.kind === "object" ? value.rest : value;
          const set = value.kind === "object" ? value.props : undefined;
          if (from?.kind !== "input" || !self.cls) continue;
          const whole = serialized(self.cls, isPartial);
          const schema = set?.size
            ? schemaValue(chosen(schemaOf(whole, m).schema, (field) => !set.has(field)))
            : whole;
          m.run?.checked.push({ part: from.part, path: from.path, isBeside: true, schema });
        }
        const raises = truth(callArgs.named.get("raise_exception") ?? callArgs.list[0] ?? unknown) === true;
        if (self.cls) checks(self.cls, self, m);
        if (raises) m.throws.push(invalid());
        return raises ? constant(true) : unknown;
      });
    case "save":
      return native(name, () => {
        for (const method of ["create", "update"])
          if (self.cls && member(self.cls, method))
            m.branches([
              () => nothing,
              () => m.call(m.get(self, method), { ...args([unknown, unknown]), open: true }),
            ]);
        return unknown;
      });
    case "context":
      return named?.get("context") ?? unknown;
    case "data":
      computed(self, m);
      return self.cls ? answeredBy(self.cls, truth(named?.get("many") ?? unknown) === true) : unknown;
    case "validated_data":
    case "errors":
    case "initial_data":
    case "instance":
      return unknown;
    default:
      return undefined;
  }
}

/** Reads the fields of a form. */
export function take(schema: Value, m: Machine): void {
  if (!m.run) return;
  m.run.form = "application/x-www-form-urlencoded";
  m.run.checked.push({ part: "body", path: [], schema });
}

/** Whether a form is created with the request's data. */
const isSent = (args: Args | undefined): boolean =>
  [...(args?.list ?? []), ...(args?.named.values() ?? [])].some((value) =>
    each(value).some((value) => value.kind === "input" && value.part === "body"),
  );

const form =
  /^django\.(?:forms(?:\.\w+)?\.(?:Form|ModelForm|BaseForm|BaseModelForm)|contrib\.auth\.forms\.\w+Form)$/;

/** A member of a program's form, such as whether the data is valid. */
export function formMember({ path }: ExternalValue, name: string, self: ObjectValue): Value | undefined {
  if (!form.test(path) || name !== "is_valid") return undefined;
  return native(name, (_, m) => {
    if (isSent(self.base?.args) && self.cls) take(serialized(self.cls), m);
    return unknown;
  });
}

/**
 * `AuthenticationForm(request, data=request.POST).is_valid()`, for Django's own forms; `undefined` for any other call.
 */
export function bundledForm({ path, of }: ExternalValue, m: Machine): Value | undefined {
  const name = /^django\.contrib\.auth\.forms\.(\w+)\(\)\.is_valid$/.exec(path)?.[1];
  const fieldNames = name === undefined ? undefined : inTable(formFields, name);
  if (!fieldNames || !isSent(of?.args)) return undefined;
  const fields = fieldNames.includes("password1") ? ["username", ...fieldNames] : fieldNames;
  take(schemaValue(objectOf(fields.map((field) => [field, shape({ type: "string" }, false)]))), m);
  return unknown;
}
