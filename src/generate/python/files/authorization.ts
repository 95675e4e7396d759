import type { ApiDefinition, Policy, Rule } from "../../../api/index.ts";
import { code, imported, joined, py, type Code } from "../../../code/index.ts";
import type { GeneratedFile, Options } from "../../contracts.ts";
import { module } from "../module.ts";
import { attribute, modelNames } from "../python-names.ts";
import { policyIn } from "../../tokens.ts";
import { accountNames } from "./accounts.ts";

const Problem = imported("/src/problem.py", "Problem");

const ruleText = (rule: Rule, api: ApiDefinition): Code => {
  if (rule.who === "self") return py`Rule("self", frozen=${[...rule.frozen]})`;
  if (rule.who !== "owner") return py`Rule(${rule.who})`;
  const resource = api.resources.find(({ name }) => name === rule.resource);
  const names = resource && modelNames(resource);
  const get = names && rule.record ? py`, get=${imported(`/${names.module}`, names.get)}` : code("");
  return py`Rule("owner", field=${rule.field}, only_list=${rule.list}${get})`;
};

const authorizationModule = (policy: Policy, api: ApiDefinition): Code => {
  const { account, admin, active } = policy;
  const names = modelNames(account.resource);
  const is = (meaning: NonNullable<Policy["admin"]>): Code =>
    py`account.${code(attribute(meaning.field))} == ${meaning.values[0] ?? null}`;
  const rules = Object.entries(policy.rules).map(
    ([operation, rule]) => py`    ${operation}: ${ruleText(rule, api)},`,
  );
  const bodies = ["create", "update", "patch"].map((verb) => `${verb}${account.resource.name}`);
  return py`
@${imported("dataclasses", "dataclass")}(frozen=True)
class Rule:
    """Who may call an operation; an administrator may call all of them."""

    # admin; any account; self: the account that the path names; owner: whose id the record has in the field.
    who: ${imported("typing", "Literal")}["admin", "account", "self", "owner"]
    # What of oneself only an administrator changes.
    frozen: ${imported("collections.abc", "Sequence")}[str] = ()
    field: str = ""
    only_list: bool = False
    # Where the path names the record.
    get: ${imported("collections.abc", "Callable")}[[Any, str], ${imported("collections.abc", "Awaitable")}[${imported("pydantic", "BaseModel")} | None]] | None = None


RULES = {
${joined(rules)}
}

_ID = ${code("re", [{ from: "re", names: ["*"] }])}.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _values(record: BaseModel) -> dict[str, ${imported("typing", "Any")}]:
    return record.model_dump(mode="json", by_alias=True)


async def _body(request: ${imported("fastapi", "Request")}) -> dict[str, Any]:
    """What was sent, where it is an object; FastAPI checks it afterwards, and sees what is changed here."""
    if not await request.body():
        return {}
    body = await request.json()
    return body if isinstance(body, dict) else {}


async def _stamp_for(db: ${imported("/src/database.py", "Database")}, account: ${imported(`/${names.module}`, names.type)}) -> str | None:
    """Tokens of another issuer have no stamp."""
    found = await ${imported(accountNames(account).module, accountNames(account).find)}(db, account.${code(attribute(account.identity.name))})
    return ${imported("/src/password.py", "stamp_of")}(found.hash) if found else None


async def _authorize(request: Request, operation: str) -> None:
    body = await _body(request)
    address = body.get(${account.identity.name})
    if operation in ${bodies} and isinstance(address, str):
        # Addresses are the same in any case; so they are stored in one.
        body[${account.identity.name}] = address.strip().lower()
    claims = request.state.claims
    if claims.get("scope") == "admin":
        return
    db = request.app.state.db
    account = await ${imported(`/${names.module}`, names.get)}(db, claims["sub"]) if is_id(claims.get("sub")) else None
    if account is None or claims.get("stamp") not in {None, await _stamp_for(db, account)}:
        raise ${Problem}(401)
    ${
      active
        ? py`if not (${is(active)}):
        raise Problem(403)
    `
        : code("")
    }${
      admin
        ? py`if ${is(admin)}:
        return
    `
        : code("")
    }rule = RULES.get(operation)
    if rule is None or rule.who == "admin":
        raise Problem(403)
    own = account.id.lower()
    asked = str(request.path_params.get("id", ""))
    if rule.who == "self":
        mine = _values(account)
        if asked.lower() != own or any(field in body and body[field] != mine.get(field) for field in rule.frozen):
            raise Problem(403)
    if rule.who == "owner":
        await _check_owner(request, rule, own, body)


async def _check_owner(request: Request, rule: Rule, own: str, body: dict[str, Any]) -> None:
    asked = request.path_params.get("id")
    if rule.only_list and str(request.query_params.get(rule.field)).lower() != own:
        raise Problem(403)
    if rule.get is not None and is_id(asked):
        record = await rule.get(request.app.state.db, str(asked))
        if record is None:
            raise Problem(404)
        if str(_values(record).get(rule.field)).lower() != own:
            raise Problem(403)
    if rule.field in body and str(body[rule.field]).lower() != own:
        raise Problem(403)


def may(operation: str) -> Any:
    """Lets the account in that a token names if it may call the operation; otherwise a 401 or 403.

    A token of an operator (scope admin) may call all of them, and needs no account.
    """

    async def check(request: Request) -> None:
        await _authorize(request, operation)

    return ${imported("fastapi", "Depends")}(check)
`;
};

const tokenModule = py`
def main() -> None:
    """Prints a token for whoever runs the service, who holds its secret."""
    sign = ${imported("/src/auth.py", "token_signer")}(${imported("/src/auth.py", "auth_settings")}(${imported("/src/settings.py", "Settings")}()))
    if sign is None:
        ${code("sys", [{ from: "sys", names: ["*"] }])}.exit("Tokens are signed where JWKS_URL is: ask for one with the scope admin there.")
    print(sign("operator", {"scope": "admin"}))


if __name__ == "__main__":
    main()
`;

export function authorizationFiles(api: ApiDefinition, options: Options): readonly GeneratedFile[] {
  const policy = policyIn(api, options);
  if (!policy) return [];
  return [
    module("src/authorization.py", "Who may do what.", authorizationModule(policy, api)),
    module("src/token.py", "Prints an operator's token: python -m src.token", tokenModule),
  ];
}
