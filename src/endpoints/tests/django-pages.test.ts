import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("pages and forms of Django", () => {
  it("are asked by the methods that a function compares the request's with and answers", async () => {
    expect(
      await routesOf({
        "urls.py": `
from django.urls import path
from . import views
urlpatterns = [
    path("profile/", views.profile),
    path("hook/", views.hook),
    path("ping/", views.ping),
    path("search/", views.search),
    path("only/", views.only),
]
`,
        "views.py": `
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

class Profile(forms.Form):
    name = forms.CharField(max_length=50)
    site = forms.URLField(required=False)

@login_required
def profile(request):
    form = Profile()
    if request.method == "POST":
        form = Profile(request.POST)
        if form.is_valid():
            return redirect("home")
    return render(request, "profile.html", {"form": form})

def hook(request):
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    return JsonResponse({"text": request.POST["text"]}, status=202)

def ping(request):
    return HttpResponse("ok")

def search(request):
    form = Profile(request.POST or None)
    if form.is_valid():
        return redirect("home")
    return render(request, "search.html")

@require_POST
def only(request):
    return HttpResponse(status=204)
`,
      }),
    ).toEqual([
      "GET /ping/ open 200",
      "GET /profile/ required:cookie:sessionid 200,302",
      "GET /search/ open 200,302",
      "POST /hook/ open 202 {text}",
      "POST /only/ open 204",
      "POST /profile/ required:cookie:sessionid 200,302 {name,site}",
      "POST /search/ open 200,302 {name,site}",
    ]);
  });

  it("are served by Django's own views, with the program's hooks", async () => {
    expect(
      await routesOf({
        "urls.py": `
from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.urls import path
from django.utils.decorators import method_decorator
from django.views.generic import CreateView, DeleteView, DetailView, ListView, RedirectView, TemplateView, UpdateView

class Book(models.Model):
    title = models.CharField(max_length=20)
    pages = models.IntegerField(null=True)

class Books(ListView):
    model = Book

class One(LoginRequiredMixin, DetailView):
    model = Book
    def get_queryset(self):
        if self.request.user.is_staff:
            raise PermissionDenied
        return Book.objects.all()

class New(CreateView):
    model = Book
    fields = ["title", "pages"]

class Change(New, UpdateView):
    pass

@method_decorator(login_required, name="dispatch")
class Remove(DeleteView):
    model = Book

urlpatterns = [
    path("", TemplateView.as_view(template_name="home.html")),
    path("old/", RedirectView.as_view(url="/")),
    path("books/", Books.as_view()),
    path("books/new/", login_required(New.as_view())),
    path("books/<int:pk>/", One.as_view()),
    path("books/<int:pk>/remove/", Remove.as_view()),
]
`,
      }),
    ).toEqual([
      "GET / open 200",
      "GET /books/ open 200",
      "GET /books/new/ required:cookie:sessionid 200,302",
      "GET /books/{pk}/ required:cookie:sessionid 200,302,403,404",
      "GET /books/{pk}/remove/ required:cookie:sessionid 200,302,404",
      "GET /old/ open 302",
      "POST /books/new/ required:cookie:sessionid 200,302 {title,pages}",
      "POST /books/{pk}/remove/ required:cookie:sessionid 302,404",
    ]);
  });
});
