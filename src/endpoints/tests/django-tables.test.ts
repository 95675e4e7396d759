import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const settings = `
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework_simplejwt.authentication.JWTAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
}
`;

const head = `
from typing import Iterable
from django.db import models
from django.urls import path
from rest_framework import generics, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny, IsAdminUser, IsAuthenticated
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import APIView
from rest_framework_simplejwt import views as jwt
from rest_framework_simplejwt.serializers import TokenRefreshSerializer
`;

const app = (body: string): Readonly<Record<string, string>> => ({
  "shop/settings.py": settings,
  "shop/urls.py": head + body,
});

const actions = `
    def list(self, request):
        return Response([])
    def create(self, request):
        return Response({}, status=201)
    def destroy(self, request, pk):
        return Response(status=204)
`;

describe("what views of Django REST framework hold in tables and types", () => {
  it("classes that are told of which type they are, and views of libraries that are open to all", async () => {
    const files = app(`
class Note(models.Model):
    title = models.CharField(max_length=10)

class NoteSerializer(serializers.ModelSerializer[Note]):
    class Meta:
        model = Note
        fields = ("id", "title")

class Shared[T](generics.GenericAPIView[T]):
    serializer_class = NoteSerializer

class Notes(Shared[Note], generics.ListCreateAPIView[Note]):
    queryset = Note.objects.all()

class Login(jwt.TokenObtainPairView): ...

class Guarded(jwt.TokenRefreshView):
    permission_classes = [IsAuthenticated]

urlpatterns = [path("notes", Notes.as_view()), path("login", Login.as_view()), path("guarded", Guarded.as_view())]
`);
    expect(await routesOf(files)).toEqual([
      "GET /notes required:bearer 200,401",
      "POST /guarded required:bearer 200,400,401 {refresh}",
      "POST /login open 200,400,401 {username,password}",
      "POST /notes required:bearer 201,400,401 {title}",
    ]);
  });

  it("fields that a list makes, and those of a library's serializer", async () => {
    const files = app(`
class Contacts(serializers.Serializer):
    github, website = [serializers.URLField(required=False) for name in ["github", "website"]]

class Profile(serializers.Serializer):
    status = serializers.CharField()
    contacts = Contacts(required=False)

class Refresh(TokenRefreshSerializer):
    pass

class Change(APIView):
    def patch(self, request):
        serializer = Profile(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.data)

class Again(APIView):
    permission_classes = [AllowAny]
    def post(self, request):
        serializer = Refresh(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response(serializer.validated_data)

urlpatterns = [path("me", Change.as_view()), path("again", Again.as_view())]
`);
    expect(await routesOf(files)).toEqual([
      "PATCH /me required:bearer 200,400,401 {status,contacts.github,contacts.website}",
      "POST /again open 200,400 {refresh}",
    ]);
  });

  it("permissions by action: a table that may lack the name decides nothing", async () => {
    const files = app(`
class Things(viewsets.GenericViewSet):
    permission_classes = [AllowAny]
    by_action = {"destroy": [IsAdminUser]}
    def get_permissions(self):
        try:
            return [one() for one in self.by_action[self.action]]
        except KeyError:
            return [one() for one in self.permission_classes]
${actions}
router = SimpleRouter()
router.register("things", Things, basename="thing")
urlpatterns = router.urls
`);
    const access = (await routesOf(files)).map((line) => line.split(" ").slice(0, 3).join(" "));
    expect(access).toContain("DELETE /things/{pk}/ unknown:bearer");
  });

  it("permissions by action: one class or several, else the framework's; what an action says of itself is overruled", async () => {
    const files = app(`
def classes_of(view, name):
    if hasattr(view, name) and (found := getattr(view, name)):
        return found.get(view.action)
    return None

class Things(viewsets.GenericViewSet):
    permission_classes = [IsAdminUser]
    by_action = {"list": AllowAny, "create": (IsAuthenticated,)}
    def get_permissions(self):
        permissions = []
        found = classes_of(self, "by_action")
        if found is not None:
            if isinstance(found, Iterable):
                for one in found:
                    permissions.append(one())
            else:
                permissions.append(found())
        return permissions or super().get_permissions()
${actions}
class Others(viewsets.GenericViewSet):
    def get_permissions(self):
        return [AllowAny()] if self.action == "list" else [IsAuthenticated()]
    def list(self, request):
        return Response([])
    @action(detail=True, methods=["post"], permission_classes=[AllowAny])
    def publish(self, request, pk):
        return Response({})

router = SimpleRouter()
router.register("things", Things, basename="thing")
router.register("others", Others, basename="other")
urlpatterns = router.urls
`);
    expect(await routesOf(files)).toEqual([
      "DELETE /things/{pk}/ required:bearer 204,401,403",
      "GET /others/ open 200",
      "GET /things/ open 200",
      "POST /others/{pk}/publish/ required:bearer 200,401",
      "POST /things/ required:bearer 201,401",
    ]);
  });

  it("tables of addresses that are included as modules, beside one whose name ends like the root's", async () => {
    const files = {
      "p/settings.py": `ROOT_URLCONF = "p.urls"\n`,
      "p/urls.py": `
from django.urls import include, path
from shop import urls as shelves
urlpatterns = [path("shop/", include(shelves))]
`,
      "shop/__init__.py": "",
      "shop/urls.py": `
from django.http import JsonResponse
from django.urls import path
def prices(request):
    return JsonResponse({})
urlpatterns = [path("prices", prices)]
`,
    };
    expect(await routesOf(files)).toEqual(["GET /shop/prices open 200"]);
  });
});
