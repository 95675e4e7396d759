import { it } from "vitest";
import { leaves } from "./raises.suite.ts";

/** A comment at the end of a signature lists the errors that leave the function. */
const sources: Readonly<Record<string, string>> = {
  "py/base.py": `class Broken(Exception):
    pass
class Gone(Broken):
    pass
class Base(Exception):
    def __init__(self, said):
        if type(self) is Base:
            raise TypeError("only to be extended")
class Own(Base):
    pass
class Marker:
    def __init__(self, schema): # Gone
        if not schema:
            raise Gone()
class Optional(Marker):
    def __init__(self, schema): # Gone
        super(Optional, self).__init__(schema)
class Inclusive(Optional):
    def __init__(self, schema): # Gone
        super(Inclusive, self).__init__(
            schema,
        )
def gone(x): # Gone
    raise Gone(x)
def broken(x): # Broken
    raise Broken(x)
def own(x): # Own
    raise Own("x")
`,
  "py/handled.py": `from .base import Broken, Gone, broken, gone
def otherwise(x): # Broken
    try:
        gone(x)
        broken(x)
    except BaseException as error:
        log(x)
        if isinstance(error, Gone):
            log(error)
        else:
            raise
def returned(x): # Broken
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if isinstance(error, Gone):
            return None
        raise
def logged(x): # Broken Gone
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if isinstance(error, Gone):
            log(x)
        raise
def other_than(x): # Broken
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if not isinstance(error, Gone):
            raise
        log(x)
def chained(x): # Broken
    try:
        gone(x)
        broken(x)
        raise KeyError(x)
    except Exception as error:
        if isinstance(error, KeyError):
            log(x)
        elif isinstance(error, Gone):
            log(x)
        else:
            raise
def only(x): # Gone
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if isinstance(error, Gone):
            if x:
                raise
        log(x)
def flipped(x): # Gone
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if not isinstance(error, Gone):
            log(x)
        else:
            raise
def twice(x): # Broken Gone
    try:
        gone(x)
        broken(x)
    except Exception as error:
        if isinstance(error, Gone):
            raise
        raise
`,
  "js/socket.js": `class Shape {
  constructor() { if (new.target === Shape) throw new TypeError("only to be extended"); }
}
class Square extends Shape {}
class Sender {
  pong(data) { // RangeError
    if (data.length > 125) throw new RangeError("too long");
  }
}
class Socket {
  constructor() { this._sender = null; this._other = null; this._either = null; }
  start(socket) { // (none)
    const sender = new Sender(socket);
    this._sender = sender;
    this._other = new Sender(socket);
    this._either = new Sender(socket);
  }
  stop() { // (none)
    this._either = new Square();
  }
  pong(data) { // RangeError
    this._sender.pong(data);
  }
  again(data) { // RangeError
    this._other.pong(data);
  }
  either(data) { // (none)
    this._either.pong(data);
  }
  square() { // (none)
    return new Square();
  }
}
`,
};

const files = Object.keys(sources);

it.each(files)("knows what is raised again, and what comes through others, in %s", (path) =>
  leaves(path, sources),
);
