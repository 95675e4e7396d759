import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

const settings = `
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
}
`;

const head = `
from django.db import models
from django.shortcuts import get_object_or_404
from django.urls import path
from rest_framework import generics, permissions, serializers, viewsets
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import APIView
`;

const app = (body: string): Readonly<Record<string, string>> => ({
  "shop/settings.py": settings,
  "shop/urls.py": head + body,
});

describe("who asks in Django REST framework", () => {
  it("a view says for each request which permissions count, before the framework's own method is asked", async () => {
    const files = app(`
class Things(viewsets.ModelViewSet):
    serializer_class = serializers.Serializer
    def get_permissions(self):
        if self.action in ("create", "destroy"):
            self.permission_classes = [permissions.IsAuthenticated]
        else:
            self.permission_classes = [permissions.AllowAny]
        return super().get_permissions()

router = SimpleRouter()
router.register("things", Things)
urlpatterns = router.urls
`);
    expect(await routesOf(files)).toEqual([
      "DELETE /things/{pk}/ required:bearer 204,401,404",
      "GET /things/ open 200",
      "GET /things/{pk}/ open 200,404",
      "PATCH /things/{pk}/ open 200,400,404",
      "POST /things/ required:bearer 201,400,401",
      "PUT /things/{pk}/ open 200,400,404",
    ]);
  });

  it("a permission that lets anybody in who has signed in forbids nothing to them; nobody owns what is stored", async () => {
    const files = app(`
class SignedIn(BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated is True

class Owner(BasePermission):
    def has_permission(self, request, view):
        order = get_object_or_404(Order, id=view.kwargs.get("id"))
        return order.buyer == request.user or request.user.is_staff

class All(APIView):
    permission_classes = [SignedIn]
    def get(self, request):
        return Response([])

class One(APIView):
    permission_classes = [Owner]
    def get(self, request, id):
        return Response({})

class Mine(generics.RetrieveAPIView):
    permission_classes = []
    serializer_class = serializers.Serializer
    def get_object(self):
        return self.request.user.profile

class Shown(APIView):
    permission_classes = []
    def get(self, request):
        return Response({"theme": getattr(request.user, "theme", "dark")})

urlpatterns = [
    path("all", All.as_view()), path("one/<int:id>", One.as_view()),
    path("mine", Mine.as_view()), path("shown", Shown.as_view()),
]
`);
    expect(await routesOf(files)).toEqual([
      "GET /all required:bearer 200,401",
      "GET /mine required:bearer 200",
      "GET /one/{id} required:bearer 200,401,403,404",
      "GET /shown optional:bearer 200",
    ]);
  });

  it("serializers in serializers check what they are given; answers are of the program's own classes, too", async () => {
    const files = app(`
from django.http import HttpResponse, HttpResponsePermanentRedirect

class ItemSerializer(serializers.Serializer):
    amount = serializers.IntegerField()
    def validate(self, attrs):
        if attrs["amount"] > 10:
            raise PermissionDenied()
        return attrs

class OrderSerializer(serializers.Serializer):
    items = ItemSerializer(many=True)

class Orders(generics.CreateAPIView):
    permission_classes = []
    serializer_class = OrderSerializer

class Moved(HttpResponsePermanentRedirect):
    allowed_schemes = ["app"]

class Busy(HttpResponse):
    status_code = 429

class Away(APIView):
    permission_classes = []
    def get(self, request):
        return Busy() if full() else Moved("app://there")

urlpatterns = [path("orders", Orders.as_view()), path("away", Away.as_view())]
`);
    expect(await routesOf(files)).toEqual([
      "GET /away open 301,429",
      "POST /orders open 201,400,403 {items}",
    ]);
  });

  it("permissions of which one is enough let pass whom any of them does", async () => {
    const files = app(`
class Owner(BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class Member(BasePermission):
    def has_permission(self, request, view):
        if not request.user.is_authenticated:
            return False
        return in_group(request.user)

class Shared(BasePermission):
    def has_permission(self, request, view):
        return bool(request.GET.get("share"))

class One(APIView):
    permission_classes = [Owner | Member]
    def get(self, request):
        return Response({})

class Two(APIView):
    permission_classes = [(Member | permissions.IsAdminUser) & Owner]
    def get(self, request):
        return Response({})

class Three(APIView):
    permission_classes = [Member | Shared]
    def get(self, request):
        return Response({})

class Four(APIView):
    permission_classes = [permissions.IsAdminUser | permissions.AllowAny]
    def get(self, request):
        return Response({})

urlpatterns = [
    path("one", One.as_view()), path("two", Two.as_view()),
    path("three", Three.as_view()), path("four", Four.as_view()),
]
`);
    expect(await routesOf(files)).toEqual([
      "GET /four open 200",
      "GET /one required:bearer 200,401",
      "GET /three unknown:bearer 200,401,403 ?share",
      "GET /two required:bearer 200,401,403",
    ]);
  });

  it("the program's own permissions do what they do, whatever they are called", async () => {
    const files = app(`
from elsewhere import BasePermission as Base, IsGuestOrReadOnly

class IsStaffReadOnly(BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class IsAuthenticated(BasePermission):
    def has_permission(self, request, view):
        return True

class AllowAny(BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class IsMember(BasePermission):
    def has_permission(self, request, view):
        return request.user.is_authenticated

class One(APIView):
    permission_classes = [IsMember | IsStaffReadOnly]
    def get(self, request):
        return Response({})

class Two(APIView):
    permission_classes = [IsAuthenticated]
    def get(self, request):
        return Response({})

class Three(APIView):
    permission_classes = [AllowAny]
    def get(self, request):
        return Response({})

class Four(APIView):
    permission_classes = [IsMember | IsGuestOrReadOnly]
    def get(self, request):
        return Response({})

class Five(APIView):
    permission_classes = [IsMember | permissions.IsAuthenticatedOrReadOnly]
    def get(self, request):
        return Response({})
    def post(self, request):
        return Response({})

class Six(APIView):
    permission_classes = [IsMember | permissions.DjangoModelPermissionsOrAnonReadOnly]
    def get(self, request):
        return Response({})

class Editor(permissions.DjangoModelPermissions):
    pass

class Guest(Base):
    pass

class Eight(APIView):
    permission_classes = [Editor | permissions.IsAdminUser]
    def get(self, request):
        return Response({})

class Nine(APIView):
    permission_classes = [Guest]
    def get(self, request):
        return Response({})

class Seven(APIView):
    permission_classes = [AllowAny | IsAuthenticated]
    def get(self, request):
        return Response({})

urlpatterns = [
    path("one", One.as_view()), path("two", Two.as_view()), path("three", Three.as_view()),
    path("four", Four.as_view()), path("five", Five.as_view()), path("six", Six.as_view()),
    path("seven", Seven.as_view()), path("eight", Eight.as_view()), path("nine", Nine.as_view()),
]
`);
    expect(await routesOf(files)).toEqual([
      "GET /eight required:bearer 200,401,403",
      "GET /five optional:bearer 200",
      "GET /four unknown:bearer 200,401",
      "GET /nine unknown:bearer 200",
      "GET /one required:bearer 200,401",
      "GET /seven optional:bearer 200",
      "GET /six optional:bearer 200",
      "GET /three required:bearer 200,401",
      "GET /two open 200",
      "POST /five required:bearer 200,401",
    ]);
  });
});
