import { describe, expect, it } from "vitest";
import { routesOf, scanOf } from "./app.suite.ts";

describe("routes of FastAPI", () => {
  it("finds them through routers, dependencies, models and handlers of errors", async () => {
    const files = {
      "app/main.py": `
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from .routes import items
from .errors import Missing

def create_app() -> FastAPI:
    app = FastAPI()
    for version in ("v1", "v2"):
        app.include_router(items.router, prefix=f"/{version}")

    @app.exception_handler(Missing)
    async def missing(request: Request, error: Missing):
        return JSONResponse({"detail": str(error)}, status_code=410)

    return app

app = create_app()
`,
      "app/__init__.py": "",
      "app/errors.py": "class Missing(Exception):\n    pass\n",
      "app/routes/__init__.py": "",
      "app/routes/items.py": `
from typing import Annotated, Optional
from fastapi import APIRouter, Depends, File, HTTPException, Query, Response, UploadFile, status
from fastapi.security import HTTPBearer, OAuth2PasswordBearer
from pydantic import BaseModel, Field
from ..errors import Missing

oauth = OAuth2PasswordBearer(tokenUrl="token", auto_error=False)

class Base(BaseModel):
    name: str = Field(..., max_length=20)

class Item(Base):
    price: float
    tags: list[str] = []

def maybe_user(token: Annotated[Optional[str], Depends(oauth)]):
    return find(token) if token else None

def user(found=Depends(maybe_user)):
    if found is None:
        raise HTTPException(status_code=status.HTTP_401_UNAUTHORIZED)
    return found

router = APIRouter(prefix="/items", dependencies=[])

@router.get("")
async def list_items(q: str | None = Query(None), who=Depends(maybe_user)):
    return []

@router.post("/", status_code=201, dependencies=[Depends(user)])
async def add(item: Item, response: Response):
    return item

@router.put("/{item_id}")
async def change(item_id: int, item: Item, who: Annotated[dict, Depends(user)]):
    if not who.admin:
        raise Missing("gone")
    return item

@router.post("/{item_id}/photo")
async def photo(item_id: int, photo: UploadFile = File(...)):
    return JSONResponse({}, 202)
`,
    };
    const found = await routesOf(files);
    expect(found.filter((line) => line.includes("/v1/"))).toEqual([
      "GET /v1/items optional:bearer 200,422 ?q",
      "POST /v1/items/ required:bearer 201,401,422 {name,price,tags}",
      "POST /v1/items/{item_id}/photo open 200,422 {photo}",
      "PUT /v1/items/{item_id} required:bearer 200,401,410,422 {name,price,tags}",
    ]);
    expect(found).toHaveLength(8);
  });

  it("runs what lies around the whole application, which may choose by the path", async () => {
    const source = `
from fastapi import FastAPI, Request, HTTPException
from fastapi.responses import JSONResponse
app = FastAPI()
OPEN = {"/login", "/health"}
@app.middleware("http")
async def timing(request: Request, call_next):
    response = await call_next(request)
    response.headers["x"] = "1"
    return response
@app.middleware("http")
async def check(request: Request, call_next):
    if request.url.path in OPEN or request.url.path.startswith("/public"):
        return await call_next(request)
    token = request.headers.get("authorization")
    if token is None:
        return JSONResponse({}, status_code=401)
    response = await call_next(request)
    return response
@app.post("/login")
async def login():
    return {}
@app.get("/public/{id}")
async def public(id: int):
    raise HTTPException(404)
@app.get("/items/{id}")
async def item(id: int):
    if id > 3:
        raise HTTPException(404)
    return {}
`;
    expect(await routesOf({ "app.py": source })).toEqual([
      "GET /items/{id} required:bearer 200,401,404,422",
      "GET /public/{id} open 404,422",
      "POST /login open 200",
    ]);
    const classes = `
from fastapi import FastAPI, Request
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response
class Keys(BaseHTTPMiddleware):
    def __init__(self, app, key="x"):
        super().__init__(app)
        self.key = key
    async def dispatch(self, request: Request, call_next) -> Response:
        if request.headers.get("X-API-Key") != self.key:
            return JSONResponse({"detail": "no"}, status_code=403)
        return await call_next(request)
async def limit(request, call_next):
    if too_many(request):
        return Response(status_code=429)
    return await call_next(request)
def create():
    app = FastAPI()
    app.add_middleware(CORSMiddleware, allow_origins=["*"])
    app.add_middleware(Keys, key="y")
    app.add_middleware(BaseHTTPMiddleware, dispatch=limit)
    @app.get("/items")
    async def items():
        return []
    return app
app = create()
`;
    expect(await routesOf({ "app.py": classes })).toEqual([
      "GET /items required:header:X-API-Key 200,403,429",
    ]);
  });

  it("a function's defaults and decorators are evaluated before its name is set", async () => {
    const files = {
      "deps.py": `
from fastapi import Depends
from fastapi.security import OAuth2PasswordBearer

oauth = OAuth2PasswordBearer(tokenUrl="token")

async def get_me(token: str = Depends(oauth)):
    return find(token)
`,
      "main.py": `
from fastapi import Depends, FastAPI
from deps import get_me

app = FastAPI()

@app.get("/before")
async def before(user=Depends(get_me)):
    return user

@app.get("/listed", dependencies=[Depends(get_me)])
async def listed():
    return []

@app.get("/me", dependencies=[Depends(get_me)])
async def get_me(user=Depends(get_me)):
    return user
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /before required:bearer 200,401",
      "GET /listed required:bearer 200,401",
      "GET /me required:bearer 200,401",
    ]);
  });
});

describe("routes of Flask", () => {
  it("finds them through blueprints, views with methods, decorators of the program and handlers of errors", async () => {
    const files = {
      "shop/__init__.py": `
from flask import Flask, jsonify
from .api import api, admin
from .errors import Problem

def create_app():
    app = Flask(__name__)
    api.register_blueprint(admin, url_prefix="/admin")
    app.register_blueprint(api, url_prefix="/api")

    @app.errorhandler(Problem)
    def problem(error):
        response = jsonify(error.body)
        response.status_code = error.status
        return response

    return app
`,
      "shop/errors.py": `
class Problem(Exception):
    status = 400
    def __init__(self, body, status=None):
        self.body = body
        if status is not None:
            self.status = status
`,
      "shop/api.py": `
from functools import wraps
from flask import Blueprint, abort, g, jsonify, request
from flask.views import MethodView
from flask_login import login_required
from .errors import Problem

api = Blueprint("api", __name__)
admin = Blueprint("admin", __name__)

def token_needed(view):
    @wraps(view)
    def wrapper(*args, **kwargs):
        if not request.headers.get("Authorization"):
            return jsonify({"error": "no token"}), 401
        return view(*args, **kwargs)
    return wrapper

@api.route("/notes", methods=["GET", "POST"])
def notes():
    if request.method == "POST":
        data = request.get_json()
        return jsonify(text=data["text"], color=data.get("color")), 201
    return jsonify([request.args.get("page", 1)])

@api.get("/notes/<int:note_id>")
@token_needed
def note(note_id):
    if not find(note_id):
        abort(404)
    if locked(note_id):
        raise Problem({"error": "locked"}, 423)
    return jsonify(note_id)

class Things(MethodView):
    decorators = [login_required]
    def get(self, name):
        return {"name": name}
    def delete(self, name):
        return "", 204

api.add_url_rule("/things/<name>", view_func=Things.as_view("things"))

@admin.before_request
def only_admins():
    if not request.headers.get("X-Api-Key"):
        abort(403)

@admin.post("/reset")
def reset():
    return {"ok": True}
`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/things/{name} required:cookie:session 204,401",
      "GET /api/notes open 200 ?page",
      "GET /api/notes/{note_id} required:bearer 200,401,404,423",
      "GET /api/things/{name} required:cookie:session 200,401",
      "POST /api/admin/reset required:header:X-Api-Key 200,403",
      "POST /api/notes open 201 {text,color}",
    ]);
  });

  it("lets hooks choose by the path, the endpoint and the blueprint", async () => {
    const files = {
      "app.py": `
from flask import Blueprint, Flask, abort, jsonify, request
app = Flask(__name__)
shop = Blueprint("shop", __name__, url_prefix="/shop")
PUBLIC = ["login", "shop.offers", "start"]

@app.before_request
def check():
    if request.endpoint in PUBLIC or request.path.startswith("/assets/"):
        return
    if request.headers.get("X-Token") != "a":
        return jsonify(error="no"), 401

@app.before_request
def closed():
    if request.blueprint == "shop" and request.method == "DELETE":
        if not request.args.get("sure"):
            abort(409)

@app.get("/items/<int:id>")
def item(id):
    return {"id": id}

@app.post("/login")
def login():
    return {}

@app.get("/", endpoint="start")
def home():
    return {}

@app.get("/assets/<name>")
def asset(name):
    return name

@shop.get("/offers")
def offers():
    return {}

@shop.delete("/offers")
def clear():
    return {}

app.register_blueprint(shop)
app.add_url_rule("/late", "login", home)
`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /shop/offers required:header:X-Token 200,401,409 ?sure",
      "GET / open 200",
      "GET /assets/{name} open 200",
      "GET /items/{id} required:header:X-Token 200,401",
      "GET /late open 200",
      "GET /shop/offers open 200",
      "POST /login open 200",
    ]);
  });

  it("names what it can't parse, and reads the rest of it", async () => {
    const { routes, left } = await scanOf({
      "app.py": `from flask import Flask\napp = Flask(__name__)\n@app.get("/a")\ndef a():\n    return "a"\ndef b(:\n    pass\n`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/a"]);
    expect(left).toEqual([{ file: "app.py", why: "it has a syntax error" }]);
  });

  it("calls no new form of Python an error", async () => {
    const { routes, left } = await scanOf({
      "app.py": `from flask import Flask
app = Flask(__name__)

@app.get("/a")
def a(kind):
    with (open("a") as one, open("b") as two):
        pass
    match kind:
        case str():
            pass
    return "a"
`,
    });
    expect(routes.map(({ path }) => path)).toEqual(["/a"]);
    expect(left).toEqual([]);
  });
});

describe("an error of FastAPI's that a program extends", () => {
  it("carries the status that it gives to what it extends", async () => {
    const files = {
      "main.py": `from fastapi import FastAPI, HTTPException, Response
from starlette.exceptions import HTTPException as Any
class Problem(HTTPException):
    def __init__(self, status: int) -> None:
        super().__init__(status, "none")
    def response(self) -> Response:
        return Response("{}", self.status_code)
app = FastAPI()
@app.exception_handler(Any)
async def refused(request, error):
    return error.response() if isinstance(error, Problem) else Response("{}", 400)
@app.get("/notes")
def notes():
    raise Problem(404)
`,
    };
    expect(await routesOf(files)).toEqual(["GET /notes open 404"]);
  });
});
