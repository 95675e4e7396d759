import { describe, expect, it } from "vitest";
import { merged, settingsIn } from "./configuration.ts";
import { settingsBases } from "./declared-settings.ts";

const namesIn = async (file: string, text: string): Promise<readonly string[]> =>
  merged(await settingsIn(file, text)).map(({ name, default: value }) => (value ? `${name}=${value}` : name));

describe("settings that code declares", () => {
  it("are none where only a system, a bundler, Cargo or tests set them", async () => {
    const web =
      "const a = import.meta.env.DEV, b = import.meta.env.VITE_URL, c = process.env.DEV, d = process.env.CI;";
    expect(await namesIn("a.ts", web)).toEqual(["DEV", "VITE_URL"]);
    const go =
      'a := os.Getenv("ProgramData"); b := os.Getenv("SKIP_CONTAINER_TESTS"); c := os.Getenv("SHOP_LATEST")';
    expect(await namesIn("a.go", `package a\nfunc f() { ${go} }\n`)).toEqual(["SHOP_LATEST"]);
    expect(await namesIn("build.rs", 'fn f() { env::var("CARGO_CFG_TARGET_ARCH"); }')).toEqual([]);
  });

  it("are files of users by the paths that are put together, and no data of the program's own", async () => {
    const text =
      'const a = path.join(cwd, ".shop", "config.json"), b = resolve(home(), ".shoprc"), c = join(root, "shop.config.ts");\n' +
      'const d = join(__dirname, "config.json"), e = join(root, "tsconfig.json"), f = join(root, "data.json"), g = join(root, "..", "config.json"), h = join(base, "config.json");\n' +
      'cosmiconfig("till");\n';
    expect(await namesIn("a.ts", text)).toEqual([".shop/config.json", ".tillrc", "shop.config.ts"]);
  });

  it("are known by constants that name them", async () => {
    const python =
      'HOME_VARIABLE: Final = "SHOP_HOME"\nLIMIT = "SHOP_LIMIT"\na = os.environ.get(HOME_VARIABLE)\nb = os.getenv(LIMIT, "10")\nc = os.environ[FOREIGN]\n';
    expect(await namesIn("a.py", python)).toEqual(["SHOP_HOME", "SHOP_LIMIT=10"]);
    const script = 'const PORT_VARIABLE = "SHOP_PORT";\nlisten(process.env[PORT_VARIABLE] ?? "80");\n';
    expect(await namesIn("a.ts", script)).toEqual(["SHOP_PORT=80"]);
  });

  it("pydantic: classes that extend those of other files, with their prefix", async () => {
    const base = `
class Common(BaseSettings):
    class Config:
        env_prefix = "boat_"
`;
    const bases = settingsBases([base, "class Middle(Common):\n    pass\n"]);
    const found = await settingsIn("a.py", "class Own(Middle):\n    sails: int = 2\n", bases);
    expect(found.map(({ name, default: value }) => [name, value])).toEqual([["BOAT_SAILS", "2"]]);
  });

  it("pydantic: names, prefixes, classes inside, and no default of a secret", async () => {
    const text = `
from pydantic import BaseModel, Field
from pydantic_settings import BaseSettings, SettingsConfigDict
class Database(BaseModel):
    host: str = "localhost"
    password: str = "hidden"
class Common(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="shop_", env_nested_delimiter="__")
    database: Database = Field(default_factory=Database)
    log_level: str = "INFO"
    token_expire_minutes: int = Field(default=30, gt=0)
    api_key: str = Field("hidden", alias="SHOP_KEY")
    def url(self) -> str:
        inside: str = "no"
        return inside
class Test(Common):
    debug: bool = True
class Plain(BaseModel):
    name: str
`;
    expect(await namesIn("settings.py", text)).toEqual([
      "SHOP_DATABASE__HOST=localhost",
      "SHOP_DATABASE__PASSWORD",
      "SHOP_DEBUG=True",
      "SHOP_KEY",
      "SHOP_LOG_LEVEL=INFO",
      "SHOP_TOKEN_EXPIRE_MINUTES=30",
    ]);
  });

  it("decouple and environs: calls by the name, with defaults", async () => {
    const text = `
PORT = config("PORT", cast=int, default=5000)
KEY = config("SECRET_KEY", default="dev")
DEBUG = env.bool("DEBUG", False)
`;
    expect(await namesIn("settings.py", text)).toEqual(["DEBUG=False", "PORT=5000", "SECRET_KEY"]);
  });

  it("schemas of the environment, and services of settings", async () => {
    const schema = `
const schema = z.object({
  NODE_ENV: z.enum(["development", "production"]).default("production"),
  DATABASE_URL: z.string().url(),
  PORT: z.coerce.number().default(8080),
});
export const env = schema.parse(process.env);
`;
    expect(await namesIn("env.ts", schema)).toEqual(["DATABASE_URL", "NODE_ENV=production", "PORT=8080"]);
    expect(
      await namesIn("cat.ts", "const cat = z.object({ NAME: z.string() });\nconst config = 1;\n"),
    ).toEqual([]);
    const nest =
      'const url = this.configService.get<string>("DB_URL");\nconfig.getOrThrow("REDIS_HOST", "local");\n';
    expect(await namesIn("app.ts", nest)).toEqual(["DB_URL", "REDIS_HOST=local"]);
  });

  it("Go and Rust; what the system sets is none", async () => {
    expect(
      await namesIn("main.go", 'package main\nvar a, b = os.Getenv("TOOL_HOME"), os.Getenv("HOME")\n'),
    ).toEqual(["TOOL_HOME"]);
    expect(await namesIn("main.rs", 'fn main() { let a = std::env::var("TOOL_LOG"); }\n')).toEqual([
      "TOOL_LOG",
    ]);
    expect(await namesIn("cli.py", 'os.environ.get("_CLI_COMPLETE")\nos.environ.get("CLI_COLOR")\n')).toEqual(
      ["CLI_COLOR"],
    );
  });
});
