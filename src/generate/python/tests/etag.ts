import { hasEtags, versionScene, type ApiDefinition } from "../../../api/index.ts";
import { code, imported, joined, py } from "../../../code/index.ts";
import type { GeneratedFile } from "../../contracts.ts";
import { preparations } from "../../examples.ts";
import { module } from "../module.ts";
import { prepared } from "./suite.ts";
import { textOf, valueOf } from "./values.ts";

/** `tests/test_etag.py`, if records have versions. */
export function etagTests(api: ApiDefinition): readonly GeneratedFile[] {
  const scene = hasEtags(api) ? versionScene(api) : undefined;
  if (!scene) return [];
  const { path, field, values } = scene;
  const json = code("json", [{ from: "json", names: ["*"] }]);
  const Client = imported("/tests/client.py", "Client");
  const tests = py`
def _made(client: ${Client}) -> tuple[str, str]:
    """A new record: where it is, and its version."""
    ${joined(preparations(scene, prepared), "\n    ")}
    path = ${textOf(path)}
    return path, client.get(path).headers["etag"]


def _change(client: Client, path: str, value: object, match: str) -> ${imported("/tests/client.py", "Answer")}:
    return client.send("PATCH", path, ${json}.dumps({${field}: value}), match=match)


def test_changes_the_version_that_it_names(client: Client) -> None:
    path, version = _made(client)
    answer = _change(client, path, ${valueOf(values[0])}, f'"another", {version}')
    assert answer.status == 200
    assert answer.headers["etag"] != version
    assert client.get(path).headers["etag"] == answer.headers["etag"]


def test_keeps_another_version_from_being_changed_or_deleted(client: Client) -> None:
    path, version = _made(client)
    assert _change(client, path, ${valueOf(values[0])}, "*").status == 200
    late = _change(client, path, ${valueOf(values[1])}, version)
    assert late.status == 412
    assert late.body["title"] == "Precondition failed"
    assert client.send("DELETE", path, match=version).status == 412
    assert client.get(path).body[${field}] == ${valueOf(values[0])}


def test_lets_one_of_several_changes_at_once_through(client: Client) -> None:
    path, version = _made(client)
    values: list[object] = ${valueOf([...values])}
    with ${imported("concurrent.futures", "ThreadPoolExecutor")}(len(values)) as pool:
        answers = list(pool.map(lambda value: _change(client, path, value, version), values))
    assert sorted(answer.status for answer in answers) == [200, 412, 412]
`;
  return [module("tests/test_etag.py", "Versions of records.", tests)];
}
