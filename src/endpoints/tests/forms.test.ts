import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Flask-WTF: a form is what a POST takes; a page behind login_required needs its cookie", async () => {
  const files = {
    "app.py": `
from flask import Flask, Blueprint, redirect, request, url_for
from flask_login import LoginManager, current_user, login_required
from flask_wtf import FlaskForm
from wtforms import BooleanField, FileField, IntegerField, StringField, SubmitField
from wtforms.validators import DataRequired
app = Flask(__name__)
login = LoginManager(app)
login.login_view = "main.enter"
main = Blueprint("main", __name__)

class Base(FlaskForm):
    name = StringField("Name", validators=[DataRequired()])

class Enter(Base):
    age = IntegerField("Age")
    keep = BooleanField("Keep")
    send = SubmitField("Go")

@main.before_app_request
def seen():
    if current_user.is_authenticated:
        current_user.ping()

@main.route("/enter", methods=["GET", "POST"])
def enter():
    form = Enter()
    if form.validate_on_submit():
        return redirect(url_for("main.home"))
    return "page"

@main.route("/home")
@login_required
def home():
    return "home"

@main.route("/about")
def about():
    return "about"

app.register_blueprint(main)
`,
  };
  expect(await routesOf(files)).toEqual([
    "GET /about open 200",
    "GET /enter open 200",
    "GET /home required:cookie:session 200,302",
    "POST /enter open 200,302 {name,age,keep}",
  ]);
});
