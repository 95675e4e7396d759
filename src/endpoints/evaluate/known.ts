/**
 * Names of packages that treat every request alike, or are handled elsewhere (`!`). `*` covers whole packages. Anything
 * not listed may refuse requests. The longest matching path prefix counts. `~` covers packages that have no middleware of
 * their own: in front of a handler, what comes from them is some function of the program.
 */
const lines = `
console JSON Object Array String Number Boolean Promise Math Date Symbol Error TypeError RangeError RegExp Map Set ~
WeakMap WeakSet URL URLSearchParams Buffer process setTimeout setInterval setImmediate clearTimeout queueMicrotask ~
BigInt Intl parseInt parseFloat isNaN encodeURIComponent decodeURIComponent structuredClone crypto fetch Headers ~
Response Request FormData Blob AbortController TextEncoder TextDecoder global globalThis Infinity NaN require ~
performance assert buffer child_process cluster dns fs http http2 https module net os path perf_hooks querystring ~
stream string_decoder timers tls tty url util v8 vm worker_threads zlib node Bun Deno Reflect Function async_hooks ~
lodash underscore ramda async glob bluebird mongoose sequelize knex objection config convict awilix inversify ~
tsyringe typedi rxjs @supabase ~
print len str *
int float bool bytes dict list set tuple frozenset type isinstance issubclass hasattr getattr setattr super repr *
sorted reversed enumerate zip range map filter any all sum min max abs round iter next id hash format open vars dir *
callable object property staticmethod classmethod Exception ValueError KeyError input ord chr globals abc argparse *
asyncio base64 binascii builtins calendar collections concurrent contextlib contextvars copy csv datetime *
dataclasses decimal email enum functools gc hashlib html importlib inspect io itertools json locale logging *
math mimetypes multiprocessing operator pathlib pickle pkgutil platform pprint queue random re secrets shutil signal *
smtplib socket sqlite3 ssl string struct subprocess sys tempfile textwrap threading time timeit traceback types *
typing typing_extensions unittest urllib uuid warnings weakref xml zipfile zoneinfo __future__ *
express Router json urlencoded static raw text query Request Response NextFunction Express Application Handler
express RequestHandler ErrorRequestHandler IRouter IRoute express Errback CookieOptions IRouterHandler
express-promise-router @types/express koa koa-router @koa/router koa-compose koa-mount koa-body *
koa-bodyparser @koa/bodyparser @koa/cors koa-cors koa-helmet koa-logger koa-json koa-static koa-send koa-views *
@koa/multer koa-multer koa-compress koa-etag koa-conditional-get koa-convert koa-error koa-json-error koa-onerror *
koa-pino-logger koa-morgan koa-response-time koa-session koa-ratelimit koa2-cors koa2-connect koa-favicon *
koa-generic-session koa-redis koa-range koa-qs koa-locale koa-i18n koa-flash koa-flash-simple koa-bouncer koa-pug *
koa-ejs koa-ejs2 koa-nunjucks-2 koa-csrf koa-requestid koa-joi-router koa-swagger-decorator koa2-swagger-ui *
koa-sslify koa-override koa-is-json koa-respond koa-static-cache koa-proxy koa-useragent koa-validate koa-parameter *
koa-better-body koa-webpack koa-jade koa-trie-router koa-accesslog koa-trail koa-artisan-render koa-x-request-id *
koa-static2 @bull-board bull-board kcors koa-better-static2 koa-better-static koa-nunjucks restc koa-joi-validate *
koa-bunyan-logger *
hono Context Env ExecutionContext Handler Hono HonoRequest Input MiddlewareHandler Next Schema TypedResponse
hono/adapter hono/aws-lambda hono/body-limit hono/bun hono/cache hono/client hono/cloudflare-workers hono/combine *
hono/compress hono/context-storage hono/cookie hono/cors hono/css hono/csrf hono/deno hono/dev hono/etag *
hono/factory hono/helper hono/html hono/http-exception hono/jsx hono/jsx-renderer hono/language hono/logger *
hono/method-override hono/powered-by hono/poweredBy hono/pretty-json hono/proxy hono/quick hono/request-id *
hono/route hono/router hono/secure-headers hono/serve-static hono/ssg hono/streaming hono/testing hono/timeout *
hono/timing hono/tiny hono/trailing-slash hono/types hono/utils hono/validator hono/vercel hono/websocket *
@hono/node-server @hono/zod-validator @hono/zod-openapi @hono/swagger-ui @hono/valibot-validator *
@hono/typebox-validator @hono/standard-validator @hono/sentry @hono/otel @hono/prometheus @hono/node-ws *
@hono/graphql-server @hono/trpc-server @hono/esbuild-transpiler @hono/vite-dev-server @hono/event-emitter *
hono-openapi hono-pino @scalar/hono-api-reference hono-rate-limiter stoker @hono/react-renderer @hono/qwik-city *
@hono/conform-validator fastify fastify-plugin @fastify/autoload @fastify/sensible @fastify/cors @fastify/helmet *
@fastify/swagger @fastify/swagger-ui @fastify/static @fastify/formbody @fastify/multipart @fastify/rate-limit *
@fastify/cookie @fastify/compress @fastify/env @fastify/under-pressure @fastify/view @fastify/etag @fastify/mongodb *
@fastify/postgres @fastify/mysql @fastify/redis @fastify/type-provider-typebox fastify-raw-body *
@fastify/type-provider-json-schema-to-ts @fastify/websocket @fastify/http-proxy @fastify/accepts @fastify/url-data *
@fastify/caching @fastify/flash @fastify/circuit-breaker @fastify/request-context @fastify/schedule @fastify/session *
@fastify/secure-session @fastify/auth @fastify/jwt @fastify/passport @fastify/oauth2 @fastify/csrf-protection *
fastify-cli fastify-type-provider-zod fastify-mongodb fastify-mongoose fastify-sensible fastify-cors fastify-helmet *
fastify-swagger fastify-formbody fastify-multipart fastify-env fastify-cookie fastify-static fastify-rate-limit *
fastify-mysql fastify-metrics fastify-ip fastify-redis fastify-postgres fastify-knexjs fastify-url-data *
fastify-favicon fastify-compress fastify-websocket fastify-blipp fastify-healthcheck fastify-overview fastify-lcache *
@scalar/fastify-api-reference fastify-boom fastify-no-icon fastify-jwt fastify-auth fastify-session *
fastify-secure-session fastify-autoload close-with-grace fastify-tsconfig env-schema @nestjs/common @nestjs/config *
@nestjs/typeorm @nestjs/mongoose @nestjs/swagger @nestjs/platform-express @nestjs/sequelize @nestjs/platform-fastify *
@nestjs/axios @nestjs/schedule @nestjs/event-emitter @nestjs/bull @nestjs/bullmq @nestjs/cqrs @nestjs/serve-static *
@nestjs/terminus @nestjs/mapped-types @nestjs/testing @nestjs/microservices @nestjs/websockets *
@nestjs/platform-socket.io @nestjs/cache-manager @nestjs/graphql @nestjs/apollo @nestjs/throttler *
@nestjs/elasticsearch @nestjs/mercurius @nestjs/passport @nestjs-modules/mailer @mikro-orm nestjs-pino nestjs-i18n *
nest-winston nestjs-typeorm-paginate nestjs-form-data nestjs-zod @nestia @nestjs-query nestjs-prisma nestjs-cls *
nestjs-paginate @willsoto/nestjs-prometheus @nestjs-modules/ioredis nest-raven @sentry/nestjs typeorm-transactional *
nestjs-slonik nestjs-request-context nestjs-redis nestjs-command nestjs-s3 *
@nestjs/jwt JwtModule JwtModuleOptions
@nestjs/jwt.JwtService sign signAsync decode
@nestjs/core NestFactory Reflector APP_GUARD APP_PIPE APP_FILTER APP_INTERCEPTOR HttpAdapterHost ModuleRef REQUEST
@nestjs/core DiscoveryModule MetadataScanner repl NestApplication LazyModuleLoader SerializedGraph DEFAULT_HEADERS
@nestjs/core BaseExceptionFilter RouterModule ContextIdFactory INQUIRER NestContainer AbstractHttpAdapter ExternalContextCreator
flask Flask Blueprint Config Request Response abort app blueprints cli config current_app escape flash g globals helpers
flask get_flashed_messages get_template_attribute has_app_context has_request_context json jsonify logging make_response
flask doc expect response marshal_with output alt_response param arguments input
flask ext request_started
flask.signals request_started
flask Markup redirect render_template render_template_string request send_file send_from_directory session sessions
flask stream_template stream_with_context testing typing url_for views wrappers templating message_flashed
werkzeug datastructures debug exceptions formparser http local routing security serving test urls user_agent utils wrappers wsgi
werkzeug contrib url_decode url_encode url_quote url_unquote url_parse url_unparse cached_property
werkzeug Response Request secure_filename generate_password_hash check_password_hash
werkzeug.middleware dispatcher lint profiler proxy_fix shared_data http_proxy
flask_sqlalchemy flask_migrate flask_cors flask_marshmallow flask_mail flask_moment flask_bootstrap flask_wtf *
flask_bcrypt flask_restful flask_restx flask_restplus flask_smorest flask_apispec flask_pymongo flask_mongoengine *
flask_caching flask_limiter flask_talisman flask_compress flask_debugtoolbar flask_babel flask_babelex flask_script *
flask_pagedown flask_ckeditor flask_dropzone flask_avatars flask_whooshee flask_session flask_sslify *
flask_shell_ipython flask_uploads flask_expects_json flask_pydantic flask_openapi3 flask_swagger_ui flasgger *
flask_rq2 flask_redis flask_socketio flask_seasurf flask_executor flask_apscheduler flask_celeryext flask_oauthlib *
flask_httpauth flask_filter flask_fs flask_assets flask_mailman flask_static_digest flask_gravatar flask_flatpages *
flask_themes2 flask_classful flask_injector flask_siwadoc apifairy *
flask_login LoginManager UserMixin AnonymousUserMixin login_user logout_user current_user user_logged_in login_url
flask_login confirm_login login_fresh encode_cookie decode_cookie user_logged_out
flask_jwt_extended JWTManager create_access_token create_refresh_token set_access_cookies set_refresh_cookies
flask_jwt_extended unset_jwt_cookies unset_access_cookies unset_refresh_cookies get_jti decode_token get_csrf_token
flask_security Security SQLAlchemyUserDatastore UserMixin RoleMixin hash_password verify_password utils
alchemical apiflask webargs marshmallow *
flask_admin Admin BaseView AdminIndexView expose contrib form menu
fastapi FastAPI APIRouter APIWebSocketRoute Depends Security Body Cookie File Form Header Path Query Request Response
fastapi HTTPException UploadFile BackgroundTasks WebSocket WebSocketDisconnect WebSocketException status responses
fastapi exceptions security staticfiles templating encoders routing params param_functions testclient openapi
fastapi concurrency background requests datastructures exception_handlers logger types utils applications websockets dependencies
fastapi.middleware cors gzip trustedhost httpsredirect wsgi Middleware asyncexitstack
starlette applications background concurrency config convertors datastructures endpoints exceptions formparsers requests
starlette responses routing schemas staticfiles status templating testclient types websockets
starlette authentication
starlette.middleware base cors gzip trustedhost httpsredirect sessions errors exceptions Middleware
dependency_injector starlette_context secure fastapi_pagination fastapi_utils fastapi_restful fastapi_cache *
fastapi_mail fastapi_limiter slowapi fastapi_cache2 fastapi_sqlalchemy fastapi_filter fastapi_versioning *
fastapi_camelcase fastapi_responses asgi_correlation_id prometheus_fastapi_instrumentator starlette_exporter *
starlette_prometheus sqlmodel sentry_asgi uvicorn gunicorn hypercorn mangum sse_starlette fastcrud *
fastapi_lifespan_manager fastapi_health brotli_asgi fastapi_babel scalar_fastapi dishka *
pydantic pydantic_settings pydantic_core sqlalchemy tortoise ormar databases asyncpg alembic motor beanie odmantic *
peewee pony django.apps django.conf django.contrib.admin django.contrib.contenttypes django.contrib.humanize *
django.contrib.messages django.contrib.postgres django.contrib.sessions django.contrib.sitemaps django.contrib.sites *
django.contrib.staticfiles django.contrib.gis django.contrib.flatpages django.contrib.redirects *
django.contrib.syndication django.middleware django.core.cache django.core.exceptions django.core.files *
django.core.mail django.core.management django.core.paginator django.core.serializers django.core.validators *
django.core.asgi django.core.wsgi django.core.signing django.core.checks django.db django.dispatch django.forms *
django.http django.shortcuts django.template django.templatetags django.test django.urls django.utils django.views *
django *
django.contrib.auth authenticate login logout get_user_model get_user update_session_auth_hash models hashers forms
django.contrib.auth tokens signals validators password_validation views admin urls base_user apps backends context_processors
django.contrib.auth SESSION_KEY BACKEND_SESSION_KEY HASH_SESSION_KEY REDIRECT_FIELD_NAME
django.contrib.auth password_validation management get_backends load_backend !decorators !mixins !middleware user_logged_in
django.contrib.auth.decorators !login_required !permission_required !user_passes_test !login_not_required
django.contrib.auth.mixins !LoginRequiredMixin !PermissionRequiredMixin !UserPassesTestMixin !AccessMixin
django.contrib.auth.middleware AuthenticationMiddleware get_user !LoginRequiredMiddleware
django.core.handlers wsgi
allauth.account middleware
axes csp waffle hijack auditlog crum maintenance_mode django_structlog django_guid django_user_agents *
request_logging querycount nplusone log_request_id rosetta pghistory health_check watchman django_permissions_policy *
djangorestframework_camel_case oauth2_provider.middleware social_django.middleware cookie_consent solo *
django_browser_reload django_hosts ddtrace rest_framework *
rest_framework.authentication BaseAuthentication get_authorization_header !BasicAuthentication !SessionAuthentication
rest_framework.authentication !TokenAuthentication !RemoteUserAuthentication CSRFCheck
rest_framework.permissions BasePermission AllowAny SAFE_METHODS OperandHolder BasePermissionMetaclass !IsAuthenticated
rest_framework.permissions !IsAdminUser !IsAuthenticatedOrReadOnly !DjangoModelPermissions !DjangoObjectPermissions
rest_framework.permissions !DjangoModelPermissionsOrAnonReadOnly
drf_spectacular drf_yasg django_filters rest_framework_nested drf_extra_fields corsheaders whitenoise debug_toolbar *
silk rest_framework_extensions django_extensions import_export crispy_forms ckeditor taggit mptt simple_history *
storages django_prometheus django_htmx django_celery_beat django_celery_results celery compressor pipeline sekizai *
easy_thumbnails django_countries phonenumber_field djmoney model_utils django_tables2 modelcluster polymorphic *
constance django_cleanup django_scopes rest_flex_fields drf_writable_nested drf_recaptcha cacheops reversion *
imagekit vote star_ratings notifications widget_tweaks bootstrap4 bootstrap5 crispy_bootstrap5 helmet cors *
compression morgan cookie-parser body-parser express-session cookie-session connect-flash method-override *
serve-favicon serve-static express-rate-limit rate-limiter-flexible express-slow-down hpp xss-clean *
express-mongo-sanitize express-validator celebrate joi zod yup ajv ajv-formats class-validator class-transformer *
express-async-handler express-async-errors multer busboy connect-busboy express-fileupload formidable response-time *
errorhandler connect-mongo connect-redis connect-pg-simple session-file-store express-handlebars express-ejs-layouts *
ejs pug nunjucks hbs express-winston express-flash express-messages express-status-monitor swagger-ui-express *
swagger-jsdoc lusca csurf csrf-csrf tiny-csrf winston pino pino-http pino-pretty debug loglevel log4js bunyan *
express-bunyan-logger nocache express-request-id on-finished on-headers timeout connect-timeout express-useragent *
express-device express-list-endpoints express-graphql graphql apollo-server-express @apollo/server graphql-yoga *
express-prom-bundle prom-client prometheus-api-metrics i18next i18next-http-middleware i18next-express-middleware *
i18n express-xml-bodyparser webpack webpack-dev-middleware webpack-hot-middleware node-sass-middleware *
sass-middleware less-middleware stylus consolidate express-minify minify-html @sentry/node @sentry/tracing newrelic *
dd-trace @opentelemetry applicationinsights rollbar request-ip geoip-lite helmet-csp referrer-policy frameguard hsts *
ienoopen dont-sniff-mimetype x-xss-protection feature-policy permissions-policy @godaddy/terminus http-terminator *
stoppable http-graceful-shutdown lightship socket.io ws express-ws supertest serverless-http *
@vendia/serverless-express aws-serverless-express light-my-request nuxt vite express-http-context cls-hooked *
cls-rtracer express-request-context moment dayjs luxon date-fns *
nanoid bcrypt bcryptjs argon2 http-errors http-status http-status-codes boom @hapi/boom @hapi/joi statuses *
mongodb semver sequelize-typescript typeorm prisma @prisma drizzle-orm pg mysql mysql2 *
redis ioredis axios got node-fetch superagent dotenv env-var tslib reflect-metadata *
awilix-express awilix-koa @vercel/functions @vercel/analytics @vercel/og @planetscale *
nodemailer validator sanitize-html dompurify marked markdown-it slugify slug marshmallow_enum sentry_sdk *
next-auth next NextAuth providers
authlib.integrations flask_client starlette_client base_client
koa-passport initialize
@fastify/passport initialize
@hono/auth-js initAuthConfig authHandler
csrf-sync csrfSync
http-proxy-middleware express-http-proxy http-proxy express-react-views express-formidable view-helpers *
express-jsdoc-swagger csrf-sync express-template-reload express-validation express-dot-engine swig mustache-express *
passport initialize use serializeUser deserializeUser default Strategy
jsonwebtoken sign decode
hono/jwt sign decode
jose SignJWT
loguru structlog jinja2 markupsafe bleach markdown aiohttp httpx requests boto3 redis_om rq email_validator *
`;

/** `asks`: handled elsewhere, and may refuse requests; `kept`: harmless, but no middleware. */
type Effect = "alike" | "kept" | "asks" | undefined;

const table = new Map<string, Map<string, Effect>>();
for (const line of lines.trim().split("\n")) {
  const words = line.split(" ");
  const mark = words.at(-1);
  const isWhole = mark === "*" || mark === "~";
  const packages = isWhole ? words.slice(0, -1) : words.slice(0, 1);
  for (const key of packages) {
    const names = table.get(key) ?? new Map<string, Effect>();
    for (const word of isWhole ? ["*"] : words.slice(1))
      names.set(word.replace(/^!/, ""), word.startsWith("!") ? "asks" : mark === "~" ? "kept" : "alike");
    table.set(key, names);
  }
}

const found = new Map<string, Effect>();

/** The effect of a package's name, its members and its calls; `undefined` if it isn't listed. */
function effectOf(path: string): Effect {
  const bare = path.replaceAll(/^node:|\(\)|\[\]/g, "");
  if (found.has(bare)) return found.get(bare);
  if (found.size > 20_000) found.clear();
  const effect = lookUp(bare);
  found.set(bare, effect);
  return effect;
}

function lookUp(path: string): Effect {
  const cut = (end: number): number =>
    Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("/", end - 1));
  for (let end = path.length; end > 0; end = cut(end)) {
    const names = table.get(path.slice(0, end));
    if (!names) continue;
    if (end === path.length) return names.get("*") ?? "alike";
    return names.get(path.slice(end + 1).split(/[./]/)[0] ?? "") ?? names.get("*");
  }
  return undefined;
}

/** Whether a name of a package treats every request alike. */
export const isAlike = (path: string): boolean => passesOn(path) || effectOf(path) === "kept";

/** Whether it does so as middleware, too. */
export const passesOn = (path: string): boolean => effectOf(path) === "alike";

/** Whether a name belongs to a framework whose names are all either handled or listed. */
export const isFrameworks = (path: string): boolean => frameworks.test(path);

/** Whether a framework's name is not listed. */
export const isUnread = (path: string): boolean => isFrameworks(path) && effectOf(path) === undefined;

const frameworks =
  /^(?:express|@nestjs\/core|flask|werkzeug|fastapi|starlette|django|rest_framework)(?:\.|$)/;
