import { expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

it("Django: middleware of the program closes what its list of paths doesn't name", async () => {
  const files = {
    "settings.py": `
ROOT_URLCONF = "urls"
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "gates.SignedIn", "gates.Counted"]
`,
    "gates.py": `
from django.http import JsonResponse
OPEN = ("/login/", "/news/")

class SignedIn:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not request.user.is_authenticated and not request.path.startswith(OPEN):
            return JsonResponse({}, status=401)
        return self.get_response(request)

class Counted:
    def __init__(self, get_response):
        pass

    def process_request(self, request):
        count(request.path)
`,
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
  expect(await routesOf(files)).toEqual([
    "GET /news/ open 200",
    "GET /notes/ required:cookie:sessionid 200,401",
  ]);
});
