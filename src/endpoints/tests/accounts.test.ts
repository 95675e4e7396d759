import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const urls = `
from django.contrib.auth import views as auth
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

class SignIn(LoginView):
    template_name = "in.html"

urlpatterns = [
    path("in/", LoginView.as_view(template_name="in.html")),
    path("own/", SignIn.as_view()),
    path("out/", LogoutView.as_view()),
    path("reset/", auth.PasswordResetView.as_view()),
    path("reset/done/", auth.PasswordResetDoneView.as_view()),
    path("reset/<uidb64>/<token>/", auth.PasswordResetConfirmView.as_view()),
    path("change/", auth.PasswordChangeView.as_view()),
]
`;

const shared = [
  "GET /change/ required:cookie:sessionid 200,302",
  "GET /in/ open 200",
  "GET /own/ open 200",
  "GET /reset/ open 200",
  "GET /reset/done/ open 200",
  "GET /reset/{uidb64}/{token}/ open 200,302",
  "POST /change/ required:cookie:sessionid 200,302 {old_password,new_password1,new_password2}",
  "POST /in/ open 200,302 {username,password}",
  "POST /own/ open 200,302 {username,password}",
  "POST /reset/ open 200,302 {email}",
  "POST /reset/{uidb64}/{token}/ open 200,302 {new_password1,new_password2}",
];

describe("Django's own views of accounts", () => {
  it("are shown, and take what their forms do", async () => {
    expect(await routesOf({ "urls.py": urls })).toEqual([...shared, "GET /out/ open 200"].toSorted());
  });

  it("sign out by POST since Django's fifth version, and lead to where the settings say", async () => {
    const settings = `
# https://docs.djangoproject.com/en/5.1/topics/settings/
ROOT_URLCONF = "urls"
LOGOUT_REDIRECT_URL = "/"
`;
    const found = await routesOf({ "urls.py": urls, "settings.py": settings });
    expect(found).toEqual([...shared, "POST /out/ open 302"].toSorted());
  });
});
