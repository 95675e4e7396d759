"""With pytest, over plain HTTP: `python -m pytest examples/testing`. Node must be on the path."""

import json
import subprocess
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

SERVE = Path(__file__).with_name("serve.mjs")
TOOL = {
    "name": "get_weather",
    "description": "Current weather of one city.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}


@contextmanager
def scripted(name):
    """Serves a script; yields a function that asks it once and returns status, headers and answer."""
    process = subprocess.Popen(["node", str(SERVE), name], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        server = json.loads(process.stdout.readline())

        def ask(question):
            request = urllib.request.Request(
                server["baseURL"] + "/v1/messages",
                json.dumps(
                    {
                        "model": "scripted",
                        "max_tokens": 256,
                        "tools": [TOOL],
                        "messages": [{"role": "user", "content": question}],
                    }
                ).encode(),
                {"content-type": "application/json", "x-api-key": server["apiKey"]},
            )
            try:
                with urllib.request.urlopen(request) as response:
                    return response.status, response.headers, json.load(response)
            except urllib.error.HTTPError as error:
                return error.code, error.headers, json.load(error)

        yield ask
    finally:
        process.stdin.close()
        process.wait(timeout=10)


def call_of(answer):
    return next(block for block in answer["content"] if block["type"] == "tool_use")


def test_a_call():
    with scripted("good") as ask:
        assert call_of(ask("Weather in Paris?")[2])["input"] == {"city": "Paris"}


def test_an_input_that_misses_its_schema():
    with scripted("wrongInput") as ask:
        assert call_of(ask("Weather in Paris?")[2])["input"] == {"town": "Paris"}


def test_an_unknown_tool():
    with scripted("unknownTool") as ask:
        assert call_of(ask("Weather in Paris?")[2])["name"] == "get_whether"


def test_a_cut_call():
    with scripted("cut") as ask:
        assert ask("Weather in Paris?")[2]["stop_reason"] == "max_tokens"


def test_an_overload():
    with scripted("overloaded") as ask:
        status, headers, answer = ask("Weather in Paris?")
        assert (status, answer["error"]["type"]) == (529, "overloaded_error")
        assert headers["retry-after"] is not None
        assert ask("Weather in Paris?")[0] == 200
