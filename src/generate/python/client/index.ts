import type { Spec } from "../../../api/index.ts";
import type { ClientGenerator, GeneratedFile } from "../../contracts.ts";
import type { Held } from "../../specification/held.ts";
import { safePatterns } from "../../patterns.ts";
import { addressOf } from "../../specification/address.ts";
import { shipped } from "../../shipped.ts";
import { polymorphic } from "../../specification/polymorphic.ts";
import { oneLine, plain } from "../../specification/text.ts";
import { isPlainPattern } from "../pattern.ts";
import type { Shown } from "./examples.ts";
import { Models } from "./models.ts";
import { codeOf, identifiersIn, literal } from "./python-identifiers.ts";
import { clientModule } from "./operations.ts";

/** Returns a valid PyPI name made from the API's title; its module has underscores instead. */
export const distribution = (title: string): string =>
  `${
    title
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^[-\d]+|-+$/g, "")
      .slice(0, 100) || "api"
  }-client`;

const version = (text: string): string => (/^\d+(\.\d+){0,3}$/.test(text) ? text : "1.0.0");

const pyproject = (spec: Spec, name: string, settings: Held): string => `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = ${literal(name)}
version = ${literal(version(spec.info.version))}
description = ${literal(oneLine(`Client for ${spec.info.title}`).slice(0, 200))}
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["httpx>=0.27,<1", "pydantic>=2.11,<3", "typing-extensions>=4.12"]

[tool.hatch.build.targets.wheel]
packages = [${literal(`src/${name.replaceAll("-", "_")}`)}]

[tool.pyright]
typeCheckingMode = "strict"
${settings.dates === "text" ? '\n[tool.antiphon]\ndates = "text"\n' : ""}`;

const readme = (
  spec: Spec,
  {
    name,
    shown,
    home,
    held,
  }: {
    readonly name: string;
    readonly shown: Shown;
    readonly home: string | undefined;
    readonly held: Held;
  },
): string => {
  const [scheme] = Object.keys(spec.securitySchemes);
  const module = name.replaceAll("-", "_");
  const args = [
    ...(home === undefined ? ['base_url="https://…"'] : []),
    ...(scheme === undefined ? [] : [`auth={${literal(scheme)}: "…"}`]),
  ].join(", ");
  return `# ${name}

Client for ${plain(spec.info.title)}, version ${plain(spec.info.version)}, on httpx and Pydantic.

\`\`\`python
from ${module} import ApiError, AsyncClient, Client

with Client(${args.replaceAll("`", "")}) as client:
    try:
        ${shown.first === undefined ? "pass" : `print(${shown.first})`}
    except ApiError as error:
        print(error.status, error.data)
\`\`\`

\`AsyncClient\` has the same methods, to be awaited. Answers are checked against their schemas; one that does not fit
raises \`InvalidResponseError\`. Requests that fail with 408, 429 or 5xx are repeated twice if that is safe, after the time
that the server asks for; what fails on the way raises an \`httpx.HTTPError\`. \`timeout\` and \`headers\` can be given for each
call, and \`idempotency_key\` for one that changes something, which may then be repeated. With \`validate=False\` what does not fit
is given as it came; values and kinds that the document does not list are taken, unless \`strict=True\`. Operations stand in
groups, and as methods of the client by their whole names. Streams of events and of lines of JSON are iterators (where an
operation also gives a value, of a method that ends in \`_events\` or \`_lines\`), bytes come as a whole and of a method that ends
in \`_stream\` in pieces, and operations that page in one of the usual ways have methods that end in \`_pages\` and \`_items\`.
Times are ${held.dates === "text" ? "texts, as the API has them" : "`datetime` (with `--dates=text` texts)"}, and integers have all their digits.

## Publishing

\`\`\`sh
pip install build twine
python -m build && twine upload dist/*
\`\`\`

The package's name and version stand in pyproject.toml; both are yours to change.

## Operations

${shown.all}`;
};

/** Returns whether code uses a name other than as a member. */
function isUsed(text: string): (name: string) => boolean {
  const names = new Set(identifiersIn(codeOf(text)));
  return (name) => names.has(name);
}
const from = (module: string, names: readonly string[]): string =>
  names.length ? `from ${module} import ${names.join(", ")}\n` : "";

const model = `class Model(BaseModel):
    """What all objects have in common: members that nobody described are kept."""

    model_config = ConfigDict(defer_build=True, extra="allow", validate_by_name=True, validate_by_alias=True, protected_namespaces=())
`;

const unlisted = `def unlisted(value: T, info: ValidationInfo) -> T:
    """A value that the document does not list, which newer servers may have: taken, unless a client is strict."""
    if isinstance(info.context, dict) and cast("dict[str, object]", info.context).get("strict"):
        raise ValueError("is none of the values that are listed")
    return value


UnlistedStr = Annotated[str, AfterValidator(unlisted)]
UnlistedInt = Annotated[int, AfterValidator(unlisted)]
`;

const unknown = `class Unknown(Model):
    """An object of a kind that the document does not list."""

    @model_validator(mode="before")
    @classmethod
    def _unlisted(cls, value: object, info: ValidationInfo) -> object:
        return unlisted(value, info)
`;

const fileContent = `FileContent = bytes | IO[bytes] | tuple[str, bytes | IO[bytes]] | tuple[str, bytes | IO[bytes], str]
"""A file in a form: its bytes, or what reads them; also behind its name and before its media type."""
`;

const taggedBy = `def tagged_by(name: str, tags: Mapping[str, str], other: str | None = None) -> Callable[[object], str | None]:
    """Which class a value is of, by this member of it; of another kind with a name for it."""

    def choose(value: object) -> str | None:
        kind: object = None
        if isinstance(value, dict):
            kind = cast("dict[str, object]", value).get(name)
        elif isinstance(value, BaseModel):
            fields = type(value).model_fields.items()
            kind = next((getattr(value, key, None) for key, field in fields if (field.serialization_alias or key) == name), None)
        return tags.get(kind, other) if isinstance(kind, str) else None

    return choose
`;

/** Returns the specification without patterns that pydantic's engine doesn't support. */
const checked = (spec: Spec): ReturnType<typeof safePatterns> =>
  safePatterns(spec, {
    test: (pattern) => !isPlainPattern(pattern),
    reason: "pydantic's patterns have no word for it, or not for one so large",
  });

/** Generates a Python client, ready to publish; the same specification gives the same bytes. */
export function pythonClient(original: Spec, settings: Held = {}): readonly GeneratedFile[] {
  const { spec } = checked(original);
  const name = distribution(spec.info.title);
  const root = `src/${name.replaceAll("-", "_")}`;
  const home = spec.servers.map(addressOf).find((url) => /^https?:\/\/[^/\s{]/i.test(url));
  const models = new Models(polymorphic(spec), settings);
  const client = clientModule(models, { home, module: name.replaceAll("-", "_") });
  const code = client.text;
  const uses = isUsed(code);
  const tags = uses("tagged_by") || isUsed(models.types)("tagged_by");
  const needs = isUsed(`${models.types} ${code}`);
  const others = needs("Unknown");
  const files = needs("FileContent");
  const more = others || needs("UnlistedStr") || needs("UnlistedInt");
  const head = `${model}\n\n${more ? `T = TypeVar("T")\n\n\n${unlisted}\n\n` : ""}${others ? `${unknown}\n\n` : ""}${tags ? `${taggedBy}\n\n` : ""}${files ? `${fileContent}\n\n` : ""}`;
  const used = isUsed(head + models.types);
  const modelsText = `"""What the API takes and gives."""

${used("datetime") ? "import datetime\n" : ""}${tags ? "from collections.abc import Callable, Mapping\n" : ""}${from("typing", [...["IO", "Annotated", "Any", "Literal", "NotRequired", "TypeVar", "TypedDict"].filter(used), ...(tags || more ? ["cast"] : [])])}${used("UUID") ? "from uuid import UUID\n" : ""}
${from("pydantic", ["AfterValidator", "BaseModel", "ConfigDict", "Discriminator", "Field", "Tag", "ValidationInfo", "model_validator"].filter(used))}${used("TypeAliasType") ? "from typing_extensions import TypeAliasType\n" : ""}

${head}${models.text}`;
  const clientText = `"""The clients: one method for each operation."""

from __future__ import annotations

${uses("datetime") ? "import datetime\n" : ""}${from("collections.abc", ["AsyncIterator", "Iterator", "Mapping"].filter(uses))}${uses("cached_property") ? "from functools import cached_property\n" : ""}${from("typing", [...["Annotated", "Any", "Literal"].filter(uses), "Self", "TypeVar", ...["cast", "overload"].filter(uses)])}${uses("UUID") ? "from uuid import UUID\n" : ""}
import httpx
${from("pydantic", ["Discriminator", "Field", "Tag", "TypeAdapter"].filter(uses))}
${from(".models", [...models.names, "Unknown", "UnlistedInt", "UnlistedStr", "tagged_by"].filter(uses))}from .runtime import (
    AsyncCredential,
    Credential,
    Operation,
${uses("Parameter") ? "    Parameter,\n" : ""}${uses("ServerSentEvent") ? "    ServerSentEvent,\n" : ""}    Settings,
${uses("Paging") ? "    Paging,\n" : ""}${uses("choose") ? "    choose,\n" : ""}${uses("items_of") ? "    items_of,\n    next_of,\n" : ""}    read,
    request_of,
    send,
    send_async,
    settled,
${uses("stream") ? "    stream,\n    stream_async,\n" : ""})

T = TypeVar("T")

${code}`;
  return [
    {
      path: `${root}/__init__.py`,
      text: `"""Client for an API that its specification describes."""\n\nfrom .client import AsyncClient, Auth, Client\nfrom .runtime import ApiError, AsyncCredential, Credential, InvalidResponseError, ServerSentEvent\n\n__all__ = ["ApiError", "AsyncClient", "AsyncCredential", "Auth", "Client", "Credential", "InvalidResponseError", "ServerSentEvent"]\n`,
    },
    { path: `${root}/py.typed`, text: "" },
    { path: `${root}/models.py`, text: modelsText },
    { path: `${root}/client.py`, text: clientText },
    { path: `${root}/runtime.py`, text: shipped("python/client/shipped/runtime.py") },
    { path: "pyproject.toml", text: pyproject(spec, name, settings) },
    { path: "README.md", text: readme(spec, { name, shown: client.shown, home, held: settings }) },
    { path: ".gitignore", text: "__pycache__/\ndist/\n.venv/\n" },
  ];
}

const client: ClientGenerator = {
  files: pythonClient,
  holds: { dates: ["date", "text"] },
  lost: (spec) => checked(spec).dropped,
};
export default client;
