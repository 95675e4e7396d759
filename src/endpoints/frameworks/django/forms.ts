import { inTable } from "../../../lib/index.ts";
import type { Args, ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, native, unknown } from "../../evaluate/value.ts";
import { objectOf, schemaValue, shape } from "../../schema/kinds.ts";
import { formFields, serialized } from "../../schema/serializers.ts";

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
