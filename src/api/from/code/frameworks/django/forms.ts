import type { ExternalValue, Machine, ObjectValue, Value } from "../../evaluate/types.ts";
import { each, native, unknown } from "../../evaluate/value.ts";
import { serialized } from "../../schema/serializers.ts";

/** Reads what a form takes. */
export function take(schema: Value, m: Machine): void {
  if (!m.run) return;
  m.run.form = "application/x-www-form-urlencoded";
  m.run.checked.push({ part: "body", path: [], schema });
}

/** What a form of the program has: it is asked whether what was sent is right. */
export function formMember({ path }: ExternalValue, name: string, self: ObjectValue): Value | undefined {
  if (
    !/^django\.forms(?:\.\w+)?\.(?:Form|ModelForm|BaseForm|BaseModelForm)$/.test(path) ||
    name !== "is_valid"
  )
    return undefined;
  return native(name, (_, m) => {
    const given = self.base?.args;
    const sent = given?.named.get("data") ?? given?.list[0];
    const isSent =
      sent !== undefined && each(sent).some((one) => one.kind === "input" && one.part === "body");
    if (isSent && self.cls) take(serialized(self.cls), m);
    return unknown;
  });
}
