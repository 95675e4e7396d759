/** Styles of the form that `tryScript` creates. */
export const tryStyle = `
form.try { display: grid; gap: .5rem; margin: .75rem 0; }
form.try label { display: grid; gap: .15rem; max-width: 40rem; }
form.try button { justify-self: start; }
textarea { font: .9em/1.45 ui-monospace, monospace; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .5rem; }
@media print { form.try, .try { display: none; } }
`;

/**
 * Lets a reader send requests to the server of the page; the form is built from the document there. Responses are
 * shown as text, and a token is kept until the page is closed.
 */
export const tryScript = `
(() => {
  if (!location.protocol.startsWith("http")) return;
  const root = new URL(".", location.origin + location.pathname.replace(/\\/$/, ""));
  let token = "";
  const make = (name, members, ...children) => {
    const made = Object.assign(document.createElement(name), members);
    made.append(...children);
    return made;
  };
  const labelled = (text, input) => make("label", {}, text, input);
  const pretty = (text) => {
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };
  const shown = async (response) => {
    const headers = [...response.headers].map(([name, value]) => name + ": " + value);
    return [response.status + " " + response.statusText, ...headers, "", pretty(await response.text())].join("\\n").trim();
  };
  const form = (path, method, operation) => {
    const inputs = (operation.parameters ?? []).map(({ name, in: where, required, description = "", schema = {} }) => ({
      name, where,
      input: make("input", { required, title: description, placeholder: String(schema.default ?? schema.format ?? ""), autocomplete: "off" }),
    }));
    const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const body = type && make("textarea", { rows: 8, spellcheck: false, value: JSON.stringify(media.example ?? {}, null, 2) });
    const secured = (operation.security ?? []).length > 0;
    const secret = secured && make("input", { type: "password", autocomplete: "off", value: token });
    const answer = make("pre", { tabIndex: 0, hidden: true });
    answer.setAttribute("role", "status");
    const filled = make("form", { className: "try" },
      ...inputs.map(({ name, where, input }) => labelled(name + " (" + where + ")", input)),
      ...(secret ? [labelled("Bearer token", secret)] : []),
      ...(body ? [labelled("Body (" + type + ")", body)] : []),
      make("button", { type: "submit" }, "Send " + method.toUpperCase()),
      answer,
    );
    filled.addEventListener("submit", async (event) => {
      event.preventDefault();
      let place = path;
      const query = new URLSearchParams();
      const headers = body ? { "content-type": type } : {};
      for (const { name, where, input } of inputs) {
        if (input.value === "") continue;
        if (where === "path") place = place.replace("{" + name + "}", () => encodeURIComponent(input.value));
        if (where === "query") query.append(name, input.value);
        if (where === "header") headers[name] = input.value;
      }
      if (secret) token = secret.value.trim();
      if (secret && token) headers.authorization = "Bearer " + token;
      const url = new URL(place.slice(1), root);
      url.search = query;
      answer.hidden = false;
      answer.textContent = "Waiting for the answer";
      try {
        answer.textContent = await shown(await fetch(url, { method: method.toUpperCase(), headers, body: body?.value, cache: "no-store" }));
      } catch (error) {
        answer.textContent = "No answer: " + error.message;
      }
    });
    return filled;
  };
  const offer = (path, method, operation) => {
    const inside = document.getElementById(operation.operationId)?.querySelector(".inside");
    if (!inside) return;
    const button = make("button", { type: "button", className: "try" }, "Try it");
    button.addEventListener("click", () => {
      const filled = form(path, method, operation);
      button.replaceWith(filled);
      filled.querySelector("input, textarea, button").focus();
    });
    inside.prepend(button);
  };
  fetch(new URL("openapi.json", root)).then((response) => response.json()).then(({ paths }) => {
    for (const [path, item] of Object.entries(paths))
      for (const [method, operation] of Object.entries(item)) offer(path, method, operation);
  }, () => undefined);
})();
`;
