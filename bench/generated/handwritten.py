"""The same API as somebody writes it by hand: FastAPI and pydantic, one file, a dict for a store."""

import json
import os
import time
from datetime import UTC, date, datetime
from typing import Annotated, Literal
from uuid import UUID, uuid4

import uvicorn
from fastapi import FastAPI, HTTPException, Query, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, StrictInt, StrictStr
from pydantic.alias_generators import to_camel, to_snake

Status = Literal["open", "done"]
Fields = Literal["createdAt", "updatedAt", "title", "status", "priority", "dueDate"]
Sorts = Literal[
    "createdAt", "-createdAt", "updatedAt", "-updatedAt", "title", "-title",
    "status", "-status", "priority", "-priority", "dueDate", "-dueDate",
]  # fmt: skip


class TaskInput(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)

    title: Annotated[StrictStr, Field(min_length=1, max_length=200)]
    description: Annotated[StrictStr, Field(max_length=10_000)] | None = None
    status: Status = "open"
    priority: Annotated[StrictInt, Field(ge=1, le=5)] = 3
    due_date: date | None = None


Moment = Annotated[
    datetime,
    PlainSerializer(lambda moment: moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"), return_type=str),
]


class Task(TaskInput):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    id: UUID
    created_at: Moment
    updated_at: Moment


class TaskQuery(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=to_camel)

    limit: Annotated[int, Field(ge=1, le=200)] = 50
    offset: Annotated[int, Field(ge=0)] = 0
    sort: Sorts = "createdAt"
    title: Annotated[str, Field(max_length=200)] | None = None
    description: Annotated[str, Field(max_length=10_000)] | None = None
    status: Status | None = None
    priority: int | None = None
    due_date: date | None = None


MOST = 1_048_576


def refusal(headers):
    """Why a body is not read: it is no JSON, or too large."""
    if b"transfer-encoding" not in headers and headers.get(b"content-length", b"0") == b"0":
        return None
    if headers.get(b"content-type", b"").split(b";")[0].strip().lower() != b"application/json":
        return 415
    return 413 if int(headers.get(b"content-length", b"0")) > MOST else None


class Outside:
    """Refuses foreign bodies, minds no slash at the end, logs one line for each request when its answer has gone out."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        start, status = time.perf_counter(), 0
        if scope["path"].endswith("/"):
            scope["path"] = scope["path"].rstrip("/") or "/"

        async def watch(message):
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            refused = refusal(dict(scope["headers"]))
            if refused:
                return await problem(refused, "Refused")(scope, receive, watch)
            await self.app(scope, receive, watch)
        finally:
            entry = {
                "time": datetime.now(UTC).isoformat(),
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "milliseconds": round((time.perf_counter() - start) * 1000),
            }
            print(json.dumps(entry), flush=True)


app = FastAPI(openapi_url=None)
app.add_middleware(Outside)
tasks: dict[UUID, Task] = {}


def problem(status, title, errors=()):
    content = {"type": "about:blank", "title": title, "status": status, "errors": list(errors)}
    return Response(json.dumps(content), status, media_type="application/problem+json")


@app.exception_handler(HTTPException)
async def refused(request, error):
    return problem(error.status_code, str(error.detail))


@app.exception_handler(RequestValidationError)
async def invalid(request, error):
    issues = [{"path": ".".join(map(str, one["loc"][1:])), "message": one["msg"]} for one in error.errors()]
    return problem(400, "Invalid input", issues)


def task_of(id):
    if id not in tasks:
        raise HTTPException(404, "Not found")
    return tasks[id]


@app.get("/api/tasks")
async def list_tasks(query: Annotated[TaskQuery, Query()], response: Response) -> list[Task]:
    wanted = query.model_dump(exclude={"limit", "offset", "sort"}, exclude_none=True)
    found = [task for task in tasks.values() if all(getattr(task, name) == value for name, value in wanted.items())]
    name = to_snake(query.sort.removeprefix("-"))
    found.sort(key=lambda task: str(getattr(task, name)), reverse=query.sort.startswith("-"))
    response.headers["X-Total-Count"] = str(len(found))
    return found[query.offset : query.offset + query.limit]


@app.post("/api/tasks", status_code=201)
async def create_task(body: TaskInput) -> Task:
    now = datetime.now(UTC)
    task = Task(id=uuid4(), **body.model_dump(), created_at=now, updated_at=now)
    tasks[task.id] = task
    return task


@app.get("/api/tasks/{id}")
async def get_task(id: UUID) -> Task:
    return task_of(id)


@app.put("/api/tasks/{id}")
async def update_task(id: UUID, body: TaskInput) -> Task:
    before = task_of(id)
    task = Task(id=id, **body.model_dump(), created_at=before.created_at, updated_at=datetime.now(UTC))
    tasks[id] = task
    return task


@app.delete("/api/tasks/{id}", status_code=204, response_class=Response)
async def delete_task(id: UUID) -> None:
    del tasks[task_of(id).id]


@app.get("/healthz")
async def health():
    return {"status": "ok"}


uvicorn.run(app, host="0.0.0.0", port=int(os.environ["PORT"]), log_level="warning", access_log=False, server_header=False)
