import { checked, either, integer, list, object, oneOf, text, type Field, type Read } from "./fields.ts";

const lists = checked(object({ allow: list(text), deny: list(text) }), ({ allow, deny }) =>
  (allow ?? deny) ? undefined : "a list in allow, deny or both",
);

const action = oneOf("mask", "refuse");
const masking = { action, apply_to: oneOf("both", "requests", "answers") } as const;
const personalData = oneOf("email", "phone", "credit_card", "iban", "us_ssn", "ip_address");
export type PersonalData = Read<typeof personalData>;

/** `mask` alone is short for `{ action: mask }`. */
const orAction = <T extends { readonly action: Read<typeof action> }>(
  long: Field<T>,
): Field<Pick<T, "action"> & Partial<T>> => {
  const short: Field<Pick<T, "action"> & Partial<T>> = {
    ...action,
    read(node, reading) {
      const read = action.read(node, reading);
      return read && ({ action: read } as Pick<T, "action"> & Partial<T>); // all other fields are optional
    },
  };
  return either(short, long);
};

const count = integer(1, 1_000_000_000);

/** The checks on requests and answers, in the order in which they run. */
export const guardrails = object({
  size: object({ characters: count, messages: count, tools: count, max_tokens: count }),
  tools: lists,
  domains: lists,
  secrets: orAction(object(masking, ["action"])),
  personal_data: orAction(object({ ...masking, kinds: list(personalData) }, ["action"])),
  /** The folder of the user's own modules. */
  folder: text,
});
export type GuardrailsConfig = Read<typeof guardrails>;
