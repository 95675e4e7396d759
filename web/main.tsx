import { render, type ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "./api.ts";
import { Audit } from "./audit.tsx";
import { Errors } from "./errors.tsx";
import { Keys } from "./keys.tsx";
import { Limits } from "./limits.tsx";
import { Overview } from "./overview.tsx";
import { Field, loggedOut, useAct } from "./parts.tsx";
import { Playground } from "./playground.tsx";
import { Requests } from "./requests.tsx";
import { Routes } from "./routes.tsx";
import { Settings } from "./settings.tsx";
import { Teams } from "./teams.tsx";
import { Usage } from "./usage.tsx";

/** Screens, in order of use. */
const screens: Readonly<Record<string, readonly [title: string, screen: ComponentType]>> = {
  keys: ["Keys", Keys],
  requests: ["Requests", Requests],
  usage: ["Usage", Usage],
  limits: ["Budgets and limits", Limits],
  routes: ["Routes and health", Routes],
  errors: ["Errors", Errors],
  teams: ["Teams", Teams],
  audit: ["Audit", Audit],
  settings: ["Settings", Settings],
  overview: ["Overview", Overview],
  playground: ["Playground", Playground],
};

const named = (): string => location.hash.replace(/^#\//, "").replace(/\?.*/, "");

function useScreen(): string {
  const [name, setName] = useState(named());
  useEffect(() => {
    const changed = (): void => setName(named());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return Object.hasOwn(screens, name) ? name : "keys";
}

/** Messages for failed logins through the identity provider. */
const refusals: Readonly<Record<string, string>> = {
  denied: "You are known there, but are no administrator here.",
  expired: "The login took too long. Try again.",
  failed: "The login at the identity provider failed. Try again.",
};

interface LoginProps {
  readonly enter: () => void;
  /** Whether an identity provider is configured. */
  readonly hasProvider: boolean;
}

function Login({ enter, hasProvider }: LoginProps) {
  const [key, setKey] = useState("");
  const { note, run } = useAct();
  const why = new URLSearchParams(location.search).get("login") ?? "";
  const refusal = Object.hasOwn(refusals, why) ? refusals[why] : undefined;
  return (
    <main class="login">
      <h1>Antiphon</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await call("/ui/session", { key });
            enter();
            return "";
          });
        }}
      >
        <Field label="Admin key" type="password" value={key} set={setKey} />
        <button class="main">Log in</button>
        {note}
      </form>
      {hasProvider && (
        <p>
          <a class="button" href="/ui/login">
            Log in at the identity provider
          </a>
        </p>
      )}
      {refusal && (
        <p role="alert" class="bad">
          {refusal}
        </p>
      )}
      <p class="soft">
        The admin key is the one that the server was started with, in <code>ANTIPHON_ADMIN_KEY</code>.
      </p>
    </main>
  );
}

function App() {
  const [isIn, setIn] = useState<boolean>();
  const [hasProvider, setProvider] = useState(false);
  const current = useScreen();
  useEffect(() => {
    call<{ readonly admin: string | null; readonly login: boolean }>("/ui/session").then(
      ({ admin, login }) => {
        setProvider(login);
        setIn(admin !== null);
      },
      () => setIn(false),
    );
    const out = (): void => setIn(false);
    loggedOut.addEventListener("out", out);
    return () => loggedOut.removeEventListener("out", out);
  }, []);
  const [title, Screen] = screens[current] ?? ["", Keys];
  useEffect(() => {
    document.title = `${isIn ? title : "Log in"} – Antiphon`;
    // On a phone the screens' links are in one row that scrolls.
    document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [title, isIn]);
  if (isIn === undefined) return <main class="login">Loading…</main>;
  if (!isIn) return <Login enter={() => setIn(true)} hasProvider={hasProvider} />;
  return (
    <div class="app">
      <nav aria-label="Screens">
        <h1>Antiphon</h1>
        <ul>
          {Object.entries(screens).map(([name, [label]]) => (
            <li>
              <a href={`#/${name}`} aria-current={name === current ? "page" : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <button onClick={() => void call("/ui/logout", {}).then(() => setIn(false))}>Log out</button>
      </nav>
      <main>
        <h2>{title}</h2>
        <Screen key={current} />
      </main>
    </div>
  );
}

render(<App />, document.body);
