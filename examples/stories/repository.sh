#!/bin/sh
# A repository that is there already gets documentation, a changelog and a review.
# Run it in a clone; ANTIPHON=… names another program than `npx antiphon`.
set -eu
antiphon() { ${ANTIPHON:-npx antiphon} "$@" --yes --no-sandbox --print; }

antiphon /test --json > test.json
antiphon /doc readme
antiphon /doc changelog
antiphon /doc .
git --no-pager diff --stat

# What a pull request is held to: 0 approves, 1 asks for changes or knows too little to approve.
antiphon /review HEAD~1 --sarif=review.sarif || test $? -eq 1
