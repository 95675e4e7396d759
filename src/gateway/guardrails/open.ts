import type { GuardrailsConfig } from "../../config/index.ts";
import type { Guardrail } from "./guardrail.ts";

type Leaves = {
  readonly [name in Exclude<keyof GuardrailsConfig, "place">]: (
    config: NonNullable<GuardrailsConfig[name]>,
  ) => Promise<readonly Guardrail[]>;
};

/** In the order of application: guardrails that refuse run before those that mask. */
const leaves: Leaves = {
  size: async (most) => [(await import("./size.ts")).sizeGuardrail(most)],
  tools: async (lists) => [(await import("./tools.ts")).toolsGuardrail(lists)],
  domains: async (lists) => [(await import("./domains.ts")).domainsGuardrail(lists)],
  async secrets({ action, apply_to: applyTo = "both" }) {
    const [{ masking }, { detectSecrets }] = await Promise.all([
      import("./masking.ts"),
      import("./secrets.ts"),
    ]);
    return [masking({ name: "secrets", action, applyTo, detect: detectSecrets })];
  },
  async personal_data({ action, apply_to: applyTo = "both", kinds }) {
    const [{ masking }, { detectPersonalData, usualKinds }] = await Promise.all([
      import("./masking.ts"),
      import("./personal-data.ts"),
    ]);
    return [
      masking({ name: "personal_data", action, applyTo, detect: detectPersonalData(kinds ?? usualKinds) }),
    ];
  },
  folder: async (path) => (await import("./folder.ts")).folderGuardrails(path),
};

/** Creates the guardrails of a configuration. Throws UserError for a folder with invalid modules. */
export async function openGuardrails(config: Omit<GuardrailsConfig, "place">): Promise<readonly Guardrail[]> {
  const opened: Guardrail[] = [];
  for (const name of Object.keys(leaves) as readonly (keyof Leaves)[]) {
    // Object.keys loses the key type; each guardrail reads the field with its name
    const open = leaves[name] as (config: unknown) => Promise<readonly Guardrail[]>;
    if (config[name] !== undefined) opened.push(...(await open(config[name])));
  }
  return opened;
}
