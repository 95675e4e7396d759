import { describe, expect, it } from "vitest";
import { routesOf } from "./app.suite.ts";

describe("routes of Django REST framework", () => {
  it("finds them through urls, routers, viewsets, actions and generic views, with permissions and serializers", async () => {
    const files = {
      "shop/settings.py": `
ROOT_URLCONF = "shop.urls"
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
}
`,
      "shop/urls.py": `
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework.authtoken.views import obtain_auth_token
from items import views

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("items.urls")),
    path("api/token/", obtain_auth_token),
    re_path(r"^status/(?P<code>[0-9]+)/?$", views.status_of),
]
`,
      "items/__init__.py": "",
      "items/urls.py": `
from django.urls import path
from rest_framework.routers import DefaultRouter
from . import views

router = DefaultRouter()
router.register(r"items", views.ItemViewSet, basename="item")
urlpatterns = router.urls + [
    path("orders/", views.Orders.as_view()),
    path("orders/<int:pk>/", views.Order.as_view()),
    path("me/", views.Me.as_view()),
]
`,
      "items/models.py": `
from django.db import models

class Item(models.Model):
    name = models.CharField(max_length=80)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    created = models.DateTimeField(auto_now_add=True)
    note = models.TextField(blank=True)
`,
      "items/serializers.py": `
from rest_framework import serializers
from .models import Item

class ItemSerializer(serializers.ModelSerializer):
    code = serializers.SerializerMethodField()
    class Meta:
        model = Item
        fields = ["id", "name", "price", "note", "created", "code"]

class OrderSerializer(serializers.Serializer):
    item = serializers.IntegerField()
    count = serializers.IntegerField(required=False)
    total = serializers.IntegerField(read_only=True)
`,
      "items/permissions.py": `
from rest_framework import permissions

class IsOwner(permissions.BasePermission):
    def has_object_permission(self, request, view, obj):
        if request.method in permissions.SAFE_METHODS:
            return True
        return obj.owner == request.user
`,
      "items/views.py": `
from django.shortcuts import get_object_or_404
from rest_framework import generics, status, viewsets
from rest_framework.decorators import action, api_view, permission_classes
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.response import Response
from rest_framework.views import APIView
from .models import Item
from .permissions import IsOwner
from .serializers import ItemSerializer, OrderSerializer

class SoldOut(APIException):
    status_code = 409

class ItemViewSet(viewsets.ModelViewSet):
    queryset = Item.objects.all()
    serializer_class = ItemSerializer
    permission_classes = [IsAuthenticatedOrReadOnly, IsOwner]

    @action(detail=True, methods=["post"], url_path="buy-now", permission_classes=[IsAuthenticated])
    def buy(self, request, pk=None):
        item = self.get_object()
        if item.sold:
            raise SoldOut()
        return Response({"ok": True}, status=status.HTTP_202_ACCEPTED)

    @buy.mapping.delete
    @buy.mapping.put
    def give_back(self, request, pk=None):
        return Response(status=status.HTTP_204_NO_CONTENT)

class Orders(generics.ListCreateAPIView):
    serializer_class = OrderSerializer
    pagination_class = None

class Order(generics.RetrieveDestroyAPIView):
    serializer_class = OrderSerializer
    permission_classes = (IsAuthenticated,)

class Me(APIView):
    permission_classes = [AllowAny]
    def get(self, request):
        if not request.user.is_authenticated:
            return Response({}, status=401)
        return Response({"name": request.user.username})
    def put(self, request):
        serializer = ItemSerializer(data=request.data.get("me", {}))
        if not serializer.is_valid():
            return Response(serializer.errors, status=status.HTTP_400_BAD_REQUEST)
        return Response(serializer.data)

@api_view(["GET"])
@permission_classes([AllowAny])
def status_of(request, code):
    get_object_or_404(Item, pk=code)
    return Response({"code": code})
`,
    };
    expect(await routesOf(files)).toEqual([
      "DELETE /api/v1/items/{pk}/ required:bearer 204,401,403,404",
      "DELETE /api/v1/items/{pk}/buy-now/ required:bearer 204,401",
      "DELETE /api/v1/orders/{pk}/ required:bearer 204,401,404",
      "GET /api/v1/items/ open 200 ?page",
      "GET /api/v1/items/{pk}/ open 200,404",
      "GET /api/v1/me/ required:bearer 200,401",
      "GET /api/v1/orders/ required:bearer 200,401",
      "GET /api/v1/orders/{pk}/ required:bearer 200,401,404",
      "GET /status/{code}/ open 200,404",
      "PATCH /api/v1/items/{pk}/ required:bearer 200,400,401,403,404 {name,price,note}",
      "POST /api/token/ open 200,400 {username,password}",
      "POST /api/v1/items/ required:bearer 201,400,401 {name,price,note}",
      "POST /api/v1/items/{pk}/buy-now/ required:bearer 202,401,404,409",
      "POST /api/v1/orders/ required:bearer 201,400,401 {item,count}",
      "PUT /api/v1/items/{pk}/ required:bearer 200,400,401,403,404 {name,price,note}",
      "PUT /api/v1/items/{pk}/buy-now/ required:bearer 204,401",
      "PUT /api/v1/me/ open 200,400 {me.name,me.price,me.note}",
    ]);
  });
});
