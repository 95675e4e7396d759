#!/bin/sh
# Two teams share two models: budgets hold under load, a model fails and the other answers, and the use is counted.
# Run it in an empty folder; ANTIPHON=… names another program than `npx antiphon`.
set -eu
antiphon() { ${ANTIPHON:-npx antiphon} "$@"; }

cat > antiphon.yaml <<'END'
store: ./gateway.db
upstreams:
  own: builtin
  paid: { provider: anthropic, url: "http://127.0.0.1:4001/v1", aliases: { paid: builtin } }
routes:
  assistant:
    targets: [{ upstream: paid, model: paid }, { upstream: own, model: builtin }]
prices: # for a million tokens
  builtin: { input: 3, output: 15 }
  paid: { input: 30, output: 150 }
limits:
  team:search: { requests_per_minute: 20 }
END
antiphon config check antiphon.yaml
search=$(antiphon keys create --team=search --json --config=antiphon.yaml | sed -n 's/.*"secret": "\([^"]*\)".*/\1/p')
support=$(antiphon keys create --team=support --json --config=antiphon.yaml | sed -n 's/.*"secret": "\([^"]*\)".*/\1/p')

# The paid service is played by a second Antiphon.
(exec ${ANTIPHON:-npx antiphon} serve --port=4001) > paid.log 2>&1 & paid=$!
export ANTIPHON_ADMIN_KEY=choose-a-long-one-0123456789
(exec ${ANTIPHON:-npx antiphon} serve --config=antiphon.yaml) > gateway.log 2>&1 & gateway=$!
trap 'kill $paid $gateway 2>/dev/null || true' EXIT
for port in 4001 4000; do
  until curl -sf "http://127.0.0.1:$port/healthz" > /dev/null; do sleep 0.2; done
done

ask() { # KEY: prints the status of the answer
  curl -s -o answer.json -w '%{http_code}\n' http://127.0.0.1:4000/v1/messages -H "x-api-key: $1" -H "content-type: application/json" \
    -d '{"model":"assistant","max_tokens":64,"messages":[{"role":"user","content":"Hello"}]}'
}
hammer() { # KEY COUNT: how many answers of each status, eight at a time
  seq "$2" | xargs -P 8 -I{} curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:4000/v1/messages -H "x-api-key: $1" \
    -H "content-type: application/json" -d '{"model":"assistant","max_tokens":64,"messages":[{"role":"user","content":"Hello"}]}' | sort | uniq -c
}

echo "Team search sends 30 requests where 20 a minute are allowed:"
hammer "$search" 30
echo "Team support isn't held up by that:"
hammer "$support" 30
echo "The paid service fails; the other model answers:"
kill $paid; wait $paid 2>/dev/null || true
ask "$support"
echo "What was used:"
antiphon usage --by=team --config=antiphon.yaml
antiphon usage --by=upstream --config=antiphon.yaml
echo "The dashboard is at http://127.0.0.1:4000/ui:"
curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:4000/ui
