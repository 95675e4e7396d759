import { code, imported, joined, py, type Code } from "../../../code/index.ts";

const setting = (name: string): Code => py`${code(name)}: str = ""`;

/** `src/settings.py`; environment variables have the names of the members. */
export const settingsModule = (names: readonly string[]): Code => py`
class Settings(${imported("pydantic_settings", "BaseSettings")}):
    """What is set in the environment and in .env, for which .env.example is a pattern."""

    model_config = ${imported("pydantic_settings", "SettingsConfigDict")}(env_file=".env", extra="ignore")

    port: int = 3000
    ${joined(
      names.filter((name) => name !== "PORT").map((name) => setting(name.toLowerCase())),
      "\n    ",
    )}
`;
