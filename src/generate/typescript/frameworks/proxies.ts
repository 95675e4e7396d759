import type { ApiDefinition } from "../../../api/index.ts";
import { code, ts, type Code } from "../../../code/index.ts";
import type { Variable } from "../../contracts.ts";
import { hasAccounts } from "../../tokens.ts";

/** Trusts proxies where callers are counted by address, so that the address is read behind them. */
export const trustProxies = (api: ApiDefinition): Code =>
  hasAccounts(api)
    ? ts`app.set("trust proxy", Number(process.env["TRUSTED_PROXIES"] ?? 0));
`
    : code("");

export const proxySettings: Readonly<Record<string, Variable>> = {
  TRUSTED_PROXIES: {
    value: "0",
    comment: "How many proxies stand before this service; callers are counted by the address behind them.",
  },
};
