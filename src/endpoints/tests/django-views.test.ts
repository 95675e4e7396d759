import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const settings = `
REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "shop.errors.handle",
    "DEFAULT_AUTHENTICATION_CLASSES": ["shop.auth.TokenAuthentication"],
}
`;

describe("views of Django REST framework", () => {
  it("are followed by the settings' own classes: how to sign in, what errors become", async () => {
    const files = {
      "shop/settings.py": settings,
      "shop/auth.py": `
from rest_framework.authentication import BaseAuthentication
class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request):
        return None
`,
      "shop/errors.py": `
from django.core.exceptions import ValidationError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler
class Busy(Exception):
    pass
def handle(exc, context):
    if isinstance(exc, ValidationError):
        exc = exceptions.ValidationError("no")
    response = exception_handler(exc, context)
    if response is None and isinstance(exc, Busy):
        return Response({}, status=409)
    return response
`,
      "shop/urls.py": `
from django.db import models
from django.http import Http404
from django.urls import path
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView
from .errors import Busy

class Item(models.Model):
    name = models.TextField()

def find(id):
    try:
        return Item.objects.get(id=id)
    except Item.DoesNotExist:
        return None

class One(APIView):
    permission_classes = [IsAuthenticated]
    def get(self, request, id):
        item = find(id)
        if item is None:
            raise Http404
        return Response({})
    def post(self, request, id):
        item = Item(name=request.data["name"])
        item.full_clean()
        item.save()
        return Response({}, status=201)
    def delete(self, request, id):
        if busy(id):
            raise Busy()
        return Response(status=204)

urlpatterns = [path("items/<int:id>/", One.as_view())]
`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /items/{id}/ required:bearer 204,403,409",
      "GET /items/{id}/ required:bearer 200,403,404",
      "POST /items/{id}/ required:bearer 201,400,403 {name}",
    ]);
  });

  it("generic views call the program's actions, sign-in views of libraries can be extended, pages be taken by hand", async () => {
    const files = {
      "urls.py": `
from django.urls import path
from rest_framework import generics, serializers
from rest_framework.exceptions import NotFound
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework_simplejwt.views import TokenObtainPairView

class Pages(LimitOffsetPagination):
    default_limit = 10

class NoteSerializer(serializers.Serializer):
    text = serializers.CharField()

class Notes(generics.CreateAPIView, generics.UpdateAPIView):
    permission_classes = []
    serializer_class = NoteSerializer
    def create(self, request, *args, **kwargs):
        serializer = self.get_serializer(data=request.data.get("note", {}))
        serializer.is_valid(raise_exception=True)
        if gone():
            raise NotFound("no list")
        return Response({}, status=202)
    def update(self, request, *args, **kwargs):
        data = {"title": request.data.get("note", {}).get("title")}
        return Response(save(data))

class Listed(APIView):
    permission_classes = []
    def get(self, request):
        pages = Pages()
        page = pages.paginate_queryset(all(), request)
        return pages.get_paginated_response(page)

class SignIn(TokenObtainPairView):
    def post(self, request, *args, **kwargs):
        response = super().post(request, *args, **kwargs)
        response.set_cookie("refresh", "x")
        return response

urlpatterns = [
    path("notes/", Notes.as_view()),
    path("all/", Listed.as_view()),
    path("sign-in/", SignIn.as_view()),
]
`,
      "models.py": `
from django.contrib.auth.models import AbstractUser
class Person(AbstractUser):
    USERNAME_FIELD = "email"
`,
    };
    expect(await routesOf(files)).toEqual([
      "GET /all/ open 200 ?limit,offset",
      "PATCH /notes/ open 200 {note.title}",
      "POST /notes/ open 202,400,404 {note.text}",
      "POST /sign-in/ open 200,400,401 {email,password}",
      "PUT /notes/ open 200 {note.title}",
    ]);
  });
});

it("what routers of the program's own serve, below a path that the settings say", async () => {
  expect(
    await routesOf({
      "shop/settings.py": `
import configuration
ROOT_URLCONF = "shop.urls"
REST_FRAMEWORK = {}
def closed(path):
    return path.strip("/") + "/" if path else ""
BASE_PATH = closed(getattr(configuration, "BASE_PATH", ""))
`,
      "shop/routers.py": `
from rest_framework.routers import DefaultRouter
class BulkRouter(DefaultRouter):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.routes[0].mapping.update({"delete": "bulk_destroy"})
`,
      "shop/api.py": `
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.viewsets import ReadOnlyModelViewSet
from .routers import BulkRouter
class Address(serializers.HyperlinkedIdentityField):
    pass
class Item(serializers.Serializer):
    url = Address(view_name="item")
    name = serializers.CharField()
class Items(ReadOnlyModelViewSet):
    serializer_class = Item
    def create(self, request):
        item = Item(data=request.data)
        item.is_valid(raise_exception=True)
        return Response({}, status=201)
    def bulk_destroy(self, request):
        return Response(status=204)
router = BulkRouter()
router.register("items", Items)
urlpatterns = router.urls
`,
      "shop/urls.py": `
from django.conf import settings
from django.urls import include, path
inner = [path("api/", include("shop.api"))]
urlpatterns = [path(settings.BASE_PATH, include(inner))]
`,
    }),
  ).toEqual([
    "DELETE /api/items/ open 204",
    "GET /api/items/ open 200",
    "GET /api/items/{pk}/ open 200,404",
    "POST /api/items/ open 201,400 {name}",
  ]);
});

it("each way that a view takes to know who asks, where its classes look", async () => {
  expect(
    await routesOf({
      "shop/settings.py": `
ROOT_URLCONF = "shop.urls"
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": ["shop.ways.ByKey", "rest_framework.authentication.SessionAuthentication"]}
`,
      "shop/ways.py": `
from rest_framework import authentication
from rest_framework_simplejwt.authentication import JWTAuthentication
from .models import Key
class ByKey(authentication.BaseAuthentication):
    name = "X-Api-Key"
    def token(self, request):
        return request.headers.get(self.name)
    def authenticate(self, request):
        token = self.token(request)
        if not token:
            return None
        return (Key.objects.get(token=token).user, token)
class ByCookie(JWTAuthentication):
    def authenticate(self, request):
        header = self.get_header(request)
        raw = request.COOKIES.get("access") if header is None else self.get_raw_token(header)
        if raw is None:
            return None
        token = self.get_validated_token(raw)
        return self.get_user(token), token
class Named(JWTAuthentication):
    pass
`,
      "shop/urls.py": `
from django.urls import path
from rest_framework.authentication import BasicAuthentication
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView
from .ways import ByCookie, Named
class Keys(APIView):
    permission_classes = [IsAuthenticated]
    def get(self, request):
        return Response({})
class Cookies(Keys):
    authentication_classes = [ByCookie]
class Both(Keys):
    authentication_classes = [Named, BasicAuthentication]
urlpatterns = [path("both/", Both.as_view()), path("cookies/", Cookies.as_view()), path("keys/", Keys.as_view())]
`,
    }),
  ).toEqual([
    "GET /both/ required:bearer,basic 200,401",
    "GET /cookies/ required:bearer,cookie:access 200,401",
    "GET /keys/ required:header:X-Api-Key,cookie:sessionid 200,403",
  ]);
});
