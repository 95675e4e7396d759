import { keyNames, readKeys } from "../../session/index.ts";
import { ok, type Check } from "./check.ts";

/** Only whether a key exists, and where. */
const keys: Check = async ({ io: { env }, dotEnv }) => {
  const found = readKeys(env, dotEnv);
  return keyNames.map((name) =>
    found[name] === undefined
      ? {
          what: name,
          state: "off",
          detail: "not set",
          fix: `Set ${name} in the environment or in .env to use it.`,
        }
      : ok(name, env[name] ? "set in the environment" : "set in .env"),
  );
};
export default keys;
