import { namesOf, resourceOf, type ApiDefinition, type Example } from "../../../api/index.ts";
import { code, imported, joined, py } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { module } from "../module.ts";
import { prepared, sent } from "./suite.ts";

/** `tests/test_accounts.py`: what the examples can't say, as a token is new each time. */
export function accountTests(api: ApiDefinition, examples: readonly Example[]): readonly GeneratedFile[] {
  const operation = api.operations.find(({ binding }) => binding?.does === "login");
  const resource = operation && resourceOf(api, operation);
  const login = examples.find(
    ({ operationId, kind }) => operationId === operation?.operationId && kind === "success",
  );
  if (!resource || !login) return [];
  const path = code(`/api/${namesOf(resource).plural.kebab}`);
  const text = py`
def test_a_token_from_login_opens_what_is_protected(client: ${imported("/tests/client.py", "Client")}) -> None:
    ${joined(
      login.before.map((call) => prepared(call, "")),
      "\n    ",
    )}
    session = ${sent(login.call)}
    assert session.status == 200
    token = session.body["token"]
    sub = ${imported("jwt", "decode")}(token, options={"verify_signature": False})["sub"]
    answer = client.send("GET", f"${path}/{sub}", token=f"Bearer {token}")
    assert answer.status == 200
    assert answer.body["id"] == sub


def test_a_server_that_only_checks_tokens_signs_none() -> None:
    settings = ${imported("/src/auth.py", "AuthSettings")}("https://issuer.test", "api", jwks="https://issuer.test/keys")
    assert ${imported("/src/auth.py", "token_signer")}(settings) is None
`;
  return [module("tests/test_accounts.py", "Register and login.", text)];
}
