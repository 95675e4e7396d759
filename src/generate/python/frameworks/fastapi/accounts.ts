import { accountOf, isRegistrationOpen, type Account, type ApiDefinition } from "../../../../api/index.ts";
import { code, imported, py, type Code } from "../../../../code/index.ts";
import type { GeneratedFile } from "../../../contracts.ts";
import { accountNames } from "../../files/accounts.ts";
import { attemptsModule } from "../../files/attempts.ts";
import { attribute } from "../../python-names.ts";
import { hasAccounts } from "../../../tokens.ts";
import { module } from "../../module.ts";

const fastapi = (name: string): Code => imported("fastapi", name);
const accounts = (name: string): Code => imported("/src/accounts.py", name);

function controllerModule(account: Account): Code {
  const names = accountNames(account);
  const model = (name: string): Code => imported(names.module, name);
  const register = py`async def register(self, body: ${model(names.registration)}) -> ${model(names.type)}:
        """Makes their record."""
        return await ${accounts("register")}(self._db, body, self._sign)

    `;
  return py`
class AuthController:
    """Serves the accounts."""

    def __init__(self, db: ${imported("/src/database.py", "Database")}, sign: ${imported("/src/auth.py", "Sign")} | None) -> None:
        self._db = db
        self._sign = sign

    ${isRegistrationOpen(account) ? register : code("")}async def log_in(self, body: ${model(names.login)}) -> ${accounts("Session")}:
        """Gives a token to whoever knows the password."""
        return await ${accounts("log_in")}(self._db, body, self._sign)

    async def log_out(self, id: str | None) -> None:
        """Ends the tokens of an account."""
        await ${accounts("log_out")}(self._db, id, self._sign)
`;
}

function routesModule(account: Account): Code {
  const names = accountNames(account);
  const identity = code(attribute(account.identity.name));
  const model = (name: string): Code => imported(names.module, name);
  const register = py`@app.post("/api/auth/register", status_code=${fastapi("status")}.HTTP_201_CREATED)
    async def register(request: ${fastapi("Request")}, body: ${model(names.registration)}) -> ${model(names.type)}:
        """Registers somebody."""
        with attempts.counted(request, body.${identity}):
            return await controller.register(body)

    `;
  return py`
def add_routes(app: ${fastapi("FastAPI")}, controller: ${imported("/src/controllers/auth.py", "AuthController")}) -> None:
    """Puts the routes of accounts into the application."""
    attempts = ${imported("/src/attempts.py", "Attempts")}()

    ${isRegistrationOpen(account) ? register : code("")}@app.post("/api/auth/login")
    async def log_in(request: ${fastapi("Request")}, body: ${model(names.login)}) -> ${accounts("Session")}:
        """Gives a bearer token."""
        with attempts.counted(request, body.${identity}):
            return await controller.log_in(body)

    @app.post("/api/auth/logout", status_code=${fastapi("status")}.HTTP_204_NO_CONTENT, dependencies=[${imported("/src/authorization.py", "may")}("logout")])
    async def log_out(request: Request) -> None:
        """Ends all tokens of the account."""
        await controller.log_out(request.state.claims.get("sub"))
`;
}

/** Files for register, login and logout. */
export function accountFiles(api: ApiDefinition): readonly GeneratedFile[] {
  const account = accountOf(api);
  if (!account || !hasAccounts(api)) return [];
  return [
    module("src/attempts.py", "Who tries too often to sign in has to wait.", attemptsModule),
    module("src/routes/auth.py", "Routes of register, login and logout.", routesModule(account)),
    module("src/controllers/auth.py", "Reads requests to sign up, in and out.", controllerModule(account)),
  ];
}
