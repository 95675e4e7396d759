import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Flask-RESTful: what a parser of requests asks for, also one that a class holds", async () => {
  const files = {
    "app.py": `
from flask import Flask
from flask_restful import Api, Resource, reqparse
app = Flask(__name__)
api = Api(app)
paging = reqparse.RequestParser()
paging.add_argument("page", type=int, location="args")

class Note(Resource):
    parser = reqparse.RequestParser()
    parser.add_argument("text", required=True)
    parser.add_argument("tags", action="append")
    def get(self, name):
        paging.parse_args()
        return {}
    def put(self, name):
        data = Note.parser.parse_args()
        return {"text": data["text"]}

api.add_resource(Note, "/notes/<string:name>")
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /notes/{name} open 200,400 ?page",
    "PUT /notes/{name} open 200,400 {text,tags}",
  ]);
});
