import type { Serving } from "./contracts.ts";
import { takesTokens, type Verified } from "./security.ts";

const accepted: Readonly<Partial<Record<Verified["kind"], string>>> = {
  key: "a-good-key",
  basic: "somebody:secret",
};

/** Returns the credentials that tests of a server send; `settingOf` names the setting of a scheme. */
export function testCredentials({ server, schemes }: Serving, settingOf: (scheme: Verified) => string) {
  const all = server.model.spec.operations.flatMap(({ security }) =>
    security.flatMap((item) => Object.values(item).flat()),
  );
  return {
    /** Whether they sign tokens. These have all scopes, separated by spaces. */
    signs: takesTokens(schemes),
    scopes: [...new Set(all)].filter((scope) => /^[\x21-\x7e]+$/.test(scope)).join(" "),
    /** Accepted keys and users, by the setting that lists them. */
    settings: Object.fromEntries(
      schemes.flatMap((scheme) => {
        const value = scheme.issued ? undefined : accepted[scheme.kind];
        return value === undefined ? [] : [[settingOf(scheme), value] as const];
      }),
    ),
    /** Kind, place and parameter of each scheme's credential. */
    places: Object.fromEntries(
      schemes.map(({ name, kind, where, parameter, issued }) => [
        name,
        [issued ? "bearer" : kind, where, parameter] as const,
      ]),
    ),
  };
}
