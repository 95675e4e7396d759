import {
  accountOf,
  isRegistrationOpen,
  registrationFields,
  type Account,
  type ApiDefinition,
  type Resource,
} from "../../../api/index.ts";
import { imported, joined, py, code, type Code } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { bodyOf } from "../model.ts";
import { module } from "../module.ts";
import { attribute, modelNames } from "../python-names.ts";
import { validation } from "../types.ts";
import { accountIn, refusedRole } from "../../tokens.ts";

const Problem = imported("/src/problem.py", "Problem");
const Database = imported("/src/database.py", "Database");

/** Returns the names of an account's parts in generated code. */
export function accountNames({ resource }: Account) {
  const names = modelNames(resource);
  return {
    module: `/${names.module}`,
    registration: `${names.names.pascal}Registration`,
    login: `${names.names.pascal}Login`,
    /** Defined by the model: `(db, identity)` returns the credentials, or None. */
    find: `find_${names.names.snake}_credentials`,
    /** Defined by the model: `(db, credentials, next)`; does nothing if the hash has changed. */
    replace: `replace_${names.names.snake}_hash`,
    get: names.get,
    create: names.create,
    input: names.input,
    type: names.type,
  };
}

/** Adds the classes of register and login bodies to the model of the account. */
export function accountModel(resource: Resource, api: ApiDefinition): readonly Code[] {
  const account = accountIn(resource, api);
  if (!account) return [];
  const { registration, login } = accountNames(account);
  const known = [account.identity, account.secret].map(
    ({ name }) =>
      py`${code(attribute(name))}: ${imported("typing", "Annotated")}[${imported("pydantic", "StrictStr")}, ${validation("Storable")}]`,
  );
  const registered = bodyOf(resource, registrationFields(account), {
    name: registration,
    about:
      "What somebody gives to register; the rest starts as it does by default, and is not theirs to choose.",
  });
  return [
    ...(isRegistrationOpen(account) ? [registered] : []),
    py`class ${code(login)}(${validation("Body")}):
    """What somebody logs in with."""

    ${joined(known, "\n    ")}`,
  ];
}

/** Returns the function that registers, if everybody may. It refuses an administrator's role where a role is required. */
function registers(account: Account): Code {
  if (!isRegistrationOpen(account)) return code("");
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  const { identity } = account;
  const refused = refusedRole(account);
  const refusal = refused
    ? py`if body.${code(attribute(refused.field))} == ${refused.value}:
        raise ${Problem}(403)
    `
    : code("");
  return py`async def register(db: ${Database}, body: ${model(names.registration)}, sign: Sign | None) -> ${model(names.type)}:
    """Makes the record of somebody who has no token yet."""
    _signer(sign)
    ${refusal}given = body.model_dump(mode="json", by_alias=True)
    return await ${model(names.create)}(db, ${model(names.input)}.model_validate({**given, ${identity.name}: body.${code(attribute(identity.name))}.strip().lower()}))


`;
}

const accountsModule = (account: Account): Code => {
  const { identity, secret } = account;
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  return py`
class Session(${validation("Record")}):
    """A token, and the seconds until it expires."""

    token: str
    expires_in: int


def _signer(sign: ${imported("/src/auth.py", "Sign")} | None) -> Sign:
    """Only who can sign tokens has accounts to sign in to."""
    if sign is None:
        raise ${Problem}(503, [{"path": "", "message": "signs no tokens; register and log in where its tokens come from"}])
    return sign


${registers(account)}# Nobody has this password: who is unknown takes as long to refuse as who is not.
_nobody = ${imported("/src/password.py", "hash_at_once")}(str(${imported("uuid", "uuid4")}()))


async def log_in(db: ${Database}, body: ${model(names.login)}, sign: Sign | None) -> Session:
    """A token for whoever knows the password; otherwise a 401 that does not say what was wrong."""
    issue = _signer(sign)
    found = await ${model(names.find)}(db, body.${code(attribute(identity.name))}.strip().lower())
    known = await ${imported("/src/password.py", "verify_secret")}(body.${code(attribute(secret.name))}, found.hash if found else _nobody)
    if found is None or not known:
        raise Problem(401)
    return Session(token=issue(found.id, {"stamp": ${imported("/src/password.py", "stamp_of")}(found.hash)}), expires_in=${imported("/src/auth.py", "TOKEN_LIFETIME")})


async def log_out(db: Database, id: str | None, sign: Sign | None) -> None:
    """Ends all tokens that an account was given; an operator's token has no account."""
    _signer(sign)
    account = await ${model(names.get)}(db, id) if id is not None and ${imported("/src/authorization.py", "is_id")}(id) else None
    found = await ${code(names.find)}(db, account.${code(attribute(identity.name))}) if account else None
    if found is None:
        raise Problem(403)
    await ${model(names.replace)}(db, found, ${imported("/src/password.py", "renewed")}(found.hash))
`;
};

/** `src/accounts.py` */
export function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  return account ? [module("src/accounts.py", "Register, login and logout.", accountsModule(account))] : [];
}
