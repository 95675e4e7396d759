import {
  namesOf,
  policyOf,
  signInLimits,
  spell,
  twoAccounts,
  wordsOf,
  type ApiDefinition,
  type Example,
} from "../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import { attacksOn, signInsOf, suspensionOf, trespassesOn } from "../../attacks.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { module } from "../module.ts";
import { attribute } from "../python-names.ts";
import { loginOf, preparations } from "../../examples.ts";
import { prepared, sent } from "./suite.ts";
import { textOf, valueOf } from "./values.ts";

/** Tests of attacks on other accounts' records. */
const trespassTests = (api: ApiDefinition): Code =>
  joined(
    trespassesOn(api).map((trespass) => {
      const { words, attacks } = trespass;
      const steps = preparations(trespass, prepared);
      const name = spell(wordsOf(words)).snake;
      const isMine = JSON.stringify(attacks).includes("{{mine.id}}");
      const tried = attacks.map(({ method, path, body }) => {
        const content = body
          ? py`, ${code("json", [{ from: "json", names: ["*"] }])}.dumps(${valueOf(body)})`
          : code("");
        return py`assert client.send(${method}, ${textOf(path)}${content}, token=token).status == 403`;
      });
      return py`def test_an_account_can_do_nothing_to_${code(name)}_records_of_others(client: Client) -> None:
    (${code(isMine ? "own" : "_")}, token), (theirs, _) = _two(client)
    ${joined([...(isMine ? [code('mine = {"id": own}')] : []), code('other = {"id": theirs}'), ...steps, ...tried], "\n    ")}


`;
    }),
    "",
  );

/** Tests of attacks by an account without a role. */
function attackTests(api: ApiDefinition): Code {
  const people = twoAccounts(api);
  const attacks = attacksOn(api);
  const policy = policyOf(api);
  const signIns = signInsOf(api);
  if (!policy || !signIns || !attacks.length) return code("");
  const root = `/api/${namesOf(policy.account.resource).plural.kebab}`;
  const signUp = people.map(
    ({ register, login }) => py`${joined(
      register.map((call) => prepared(call, "")),
      "\n    ",
    )}
    people.append(_signed_in(client, ${login.body ?? {}}))`,
  );
  const suspension = suspensionOf(api);
  const suspended = suspension
    ? py`def test_an_account_is_let_in_no_longer_once_it_is_not_${code(suspension.active)}(client: Client) -> None:
    (mine, token), _ = _two(client)
    own = f"${code(root)}/{mine}"
    client.post(f"{own}/${code(suspension.path)}")
    assert client.send("GET", own, token=token).status == 403


`
    : code("");
  const changed = signIns.change
    ? py`def test_an_account_has_no_tokens_of_before_its_password_was_changed(client: Client) -> None:
    (mine, token), _ = _two(client)
    own = f"${code(root)}/{mine}"
    content = json.dumps(${signIns.change})
    assert client.send("PUT", own, content, token=token).status == 200
    assert client.send("GET", own, token=token).status == 401
    _, fresh = _signed_in(client, ${signIns.wrong})
    assert client.send("GET", own, token=fresh).status == 200


`
    : code("");
  const { named } = signIns;
  const untold = named
    ? py`def test_a_taken_${code(attribute(named.identity))}_is_answered_like_a_free_one(client: Client) -> None:
    (mine, token), _ = _two(client)

    def answers_to(body: dict[str, Any]) -> list[tuple[int, Any]]:
        whole, name = json.dumps(body), json.dumps({${named.identity}: body[${named.identity}]})
        answers = [
            client.send("POST", ${root}, whole, token="missing"),
            client.send("POST", ${root}, whole, token=token),
            client.send("PATCH", f"${code(root)}/{mine}", name, token=token),
            client.send("POST", "/api/auth/register", whole, token="missing"),
        ]
        return [(answer.status, answer.body) for answer in answers]

    taken = answers_to(${named.taken})
    assert [status for status, _ in taken[:3]] == [401, 403, 403]
    assert answers_to(${named.free}) == taken


`
    : code("");
  const json = code("json", [{ from: "json", names: ["*"] }]);
  return py`
ATTACKS: list[tuple[str, str, ${imported("typing", "Any")}]] = [
    ${joined(
      attacks.map(({ method, path, body }) => py`(${method}, ${path}, ${body ?? null}),`),
      "\n    ",
    )}
]


def _signed_in(client: Client, login: dict[str, Any]) -> tuple[str, str]:
    token = client.post("/api/auth/login", login).body["token"]
    return ${imported("jwt", "decode")}(token, options={"verify_signature": False})["sub"], f"Bearer {token}"


def _two(client: Client) -> list[tuple[str, str]]:
    people: list[tuple[str, str]] = []
    ${joined(signUp, "\n    ")}
    return people


def test_an_account_can_do_nothing_to_others_nor_to_its_own_role(client: Client) -> None:
    (mine, token), (other, _) = _two(client)
    for method, path, body in ATTACKS:
        named = [text.replace("$mine", mine).replace("$other", other) for text in (path, ${json}.dumps(body))]
        content = None if body is None else named[1]
        assert client.send(method, named[0], content, token=token).status == 403, (method, path)


${trespassTests(api)}def test_an_account_is_the_same_in_any_case_of_its_name(client: Client) -> None:
    _two(client)
    assert client.post("/api/auth/login", ${signIns.shouted}).status == 200


def test_an_account_is_not_told_from_one_that_does_not_exist(client: Client) -> None:
    _two(client)
    known = client.post("/api/auth/login", ${signIns.wrong})
    unknown = client.post("/api/auth/login", ${signIns.unknown})
    assert (known.status, known.body) == (401, unknown.body)


${untold}def test_nobody_can_try_passwords_one_after_the_other(client: Client) -> None:
    answers = [client.post("/api/auth/login", ${signIns.guess}) for _ in range(${signInLimits.failures + 1})]
    assert [answer.status for answer in answers[-2:]] == [401, 429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= ${signInLimits.minutes * 60}


def test_an_account_has_no_tokens_of_before_it_logged_out(client: Client) -> None:
    (mine, token), (other, theirs) = _two(client)
    assert client.send("POST", "/api/auth/logout", token=token).status == 204
    assert client.send("GET", f"${code(root)}/{mine}", token=token).status == 401
    assert client.send("GET", f"${code(root)}/{other}", token=theirs).status == 200
    _, fresh = _signed_in(client, ${signIns.login})
    assert client.send("GET", f"${code(root)}/{mine}", token=fresh).status == 200


${changed}${suspended}def test_an_account_is_let_in_no_longer_once_it_is_deleted(client: Client) -> None:
    (mine, token), _ = _two(client)
    own = f"${code(root)}/{mine}"
    assert client.send("GET", own, token=token).status == 200
    client.delete(own)
    assert client.send("GET", own, token=token).status == 401


`;
}

/** `tests/test_accounts.py`: what examples can't express, because each token is new. */
export function accountTests(api: ApiDefinition, examples: readonly Example[]): readonly GeneratedFile[] {
  const known = loginOf(api, examples);
  if (!known) return [];
  const { resource, login } = known;
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


${attackTests(api)}def test_a_server_that_only_checks_tokens_signs_none() -> None:
    settings = ${imported("/src/auth.py", "AuthSettings")}("https://issuer.test", "api", jwks="https://issuer.test/keys")
    assert ${imported("/src/auth.py", "token_signer")}(settings) is None
`;
  return [module("tests/test_accounts.py", "Register and login.", text)];
}
