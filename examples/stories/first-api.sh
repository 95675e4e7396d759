#!/bin/sh
# From nothing to a tested API with accounts, a client and documentation, changed twice.
# Run it in an empty folder; ANTIPHON=… names another program than `npx antiphon`.
set -eu
antiphon() { ${ANTIPHON:-npx antiphon} "$@" --yes --no-sandbox --print --quiet; }

antiphon /api-gen "A library with books (title, author, isbn unique) and members who borrow them" --framework=express --auth
npm install --no-audit --no-fund
npm test

# It lives: two changes in English, each with its migration, and the tests follow.
antiphon /api-gen "Book also has pages, an integer"
antiphon /api-gen "rename isbn of Book to code"
npm test
cat migrations/*.sql

# A client that has no other source than the document of the API.
antiphon /api-gen docs/openapi.json --client=typescript
cat clients/typescript/README.md

# The routes as the code has them: they are what the document says.
antiphon /doc api
antiphon /doc api --check
