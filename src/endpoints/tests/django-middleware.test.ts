import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const rest = {
  "urls.py": `
from django.urls import path
from views import show
urlpatterns = [path("news/", show), path("notes/", show)]
`,
  "views.py": `
from django.http import JsonResponse
def show(request):
    return JsonResponse({})
`,
};

const routesWith = (gates: string, names = '"gates.Gate"'): Promise<readonly string[]> =>
  routesOf({
    ...rest,
    "settings.py": `ROOT_URLCONF = "urls"\nMIDDLEWARE = [${names}]\nLOGIN_EXEMPT_URLS = [r"^news/"]\n`,
    "gates.py": `from django.http import HttpResponse\nfrom django.shortcuts import redirect\n${gates}`,
  });

const begin = `
class Gate:
    def __init__(self, get_response):
        self.get_response = get_response
`;

describe("Django: middleware of the program", () => {
  it("closes what its list of paths doesn't name", async () => {
    const gates = `
OPEN = ("/login/", "/news/")

class SignedIn:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not request.user.is_authenticated and not request.path.startswith(OPEN):
            return HttpResponse(status=401)
        return self.get_response(request)

class Counted:
    def __init__(self, get_response):
        pass

    def process_request(self, request):
        count(request.path)
`;
    const names = '"django.middleware.common.CommonMiddleware", "gates.SignedIn", "gates.Counted"';
    expect(await routesWith(gates, names)).toEqual([
      "GET /news/ open 200",
      "GET /notes/ required:cookie:sessionid 200,401",
    ]);
  });

  it.each([
    [
      "an error that it raises",
      "cookie:sessionid 200,403",
      `
from django.core.exceptions import PermissionDenied
from django.utils.deprecation import MiddlewareMixin
class Gate(MiddlewareMixin):
    def process_request(self, request):
        if not request.user.is_authenticated:
            raise PermissionDenied
`,
    ],
    [
      "what it does right before a view",
      "cookie:sessionid 200,401",
      `${begin}
    def __call__(self, request):
        return self.get_response(request)
    def process_view(self, request, view, args, kwargs):
        if not request.user.is_authenticated:
            return HttpResponse(status=401)
`,
    ],
    [
      "a header of its own",
      "header:X-Api-Key 200,403",
      `${begin}
    def __call__(self, request):
        if request.headers.get("X-Api-Key") != KEY:
            return HttpResponse(status=403)
        return self.get_response(request)
`,
    ],
  ])("closes by %s", async (_, how, gates) => {
    expect(await routesWith(gates)).toEqual([`GET /news/ required:${how}`, `GET /notes/ required:${how}`]);
  });

  it.each([
    [
      "sends people to sign in, but for addresses that aren't known",
      "cookie:sessionid",
      `${begin}
    def __call__(self, request):
        if not request.user.is_authenticated and not exempt(request.path_info):
            return redirect("/login")
        return self.get_response(request)
`,
    ],
    [
      "leaves it to a decorator of Django",
      "bearer",
      `
from django.contrib.auth.decorators import login_required
${begin}
    def __call__(self, request):
        return self.get_response(request)
    def process_view(self, request, view, args, kwargs):
        return login_required(view)(request, *args, **kwargs)
`,
    ],
    [
      "extends Django's own",
      "bearer",
      "from django.contrib.auth.middleware import LoginRequiredMiddleware\nclass Gate(LoginRequiredMiddleware):\n    pass\n",
    ],
  ])("leaves it unknown where it %s", async (_, how, gates) => {
    expect(await routesWith(gates)).toEqual([
      `GET /news/ unknown:${how} 200`,
      `GET /notes/ unknown:${how} 200`,
    ]);
  });

  it("closes nothing where all are treated alike, or a library only finds out who asks", async () => {
    const gates = `${begin}
    def __call__(self, request):
        note(request.user)
        if not request.is_secure():
            return redirect("/secure")
        return self.get_response(request)
`;
    const names = '"gates.Gate", "social_django.middleware.SocialAuthExceptionMiddleware"';
    expect(await routesWith(gates, names)).toEqual(["GET /news/ open 200", "GET /notes/ open 200"]);
  });

  it("may close what follows where an entry isn't known, or only some settings list it", async () => {
    const gates = `${begin}
    def __call__(self, request):
        if not request.user.is_authenticated:
            return HttpResponse(status=403)
        return self.get_response(request)
`;
    const settings = (text: string) =>
      routesOf({
        ...rest,
        "settings.py": `import os\nROOT_URLCONF = "urls"\n${text}`,
        "gates.py": `from django.http import HttpResponse\n${gates}`,
      });
    const open = ["GET /news/ open 200", "GET /notes/ open 200"];
    const debug =
      'MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]\nif os.environ.get("DEBUG"):\n    MIDDLEWARE += ';
    expect(await settings(`${debug}["debug_toolbar.middleware.DebugToolbarMiddleware"]\n`)).toEqual(open);
    for (const text of ['MIDDLEWARE = ["gates.%s" % "Gate"]\n', `${debug}["gates.Gate"]\n`])
      for (const line of await settings(text)) expect(line, text).toMatch(/^GET \/\w+\/ unknown:/);
  });
});
