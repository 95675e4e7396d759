/**
 * Lua scripts for Valkey or Redis, each atomic. A subject is one hash, so that it is lost as a whole or not at all:
 * `epoch`, `open` (number of open requests), `p<start>` for each part of a minute (requests, input, output, held
 * input, held output) and `o<id>` for each open request (start, input, output).
 */

/** Seconds after which unused counters expire. */
const keptSeconds = 600;

const shared = `
local function changed(key, name, by)
  local text = redis.call('HGET', key, name)
  if not text then return end
  local part = cjson.decode(text)
  for i = 1, 5 do part[i] = part[i] + by[i] end
  redis.call('HSET', key, name, cjson.encode(part))
end
local function ended(key, id, input, output, requests)
  local text = redis.call('HGET', key, 'o' .. id)
  if not text then return end
  local held = cjson.decode(text)
  changed(key, 'p' .. held[1], {requests, input - held[2], output - held[3], -held[2], -held[3]})
  redis.call('HDEL', key, 'o' .. id)
  redis.call('HINCRBY', key, 'open', -1)
end
`;

/**
 * ARGV: epochs, id, the current part, names of all parts that count, amounts or null, limits of each key, input,
 * output, the first part that may count for any instance.
 */
export const take = `${shared}
local epochs, id, start, names = cjson.decode(ARGV[1]), ARGV[2], ARGV[3], cjson.decode(ARGV[4])
local amount, limits = cjson.decode(ARGV[5]), cjson.decode(ARGV[6])
for i, key in ipairs(KEYS) do
  if redis.call('HGET', key, 'epoch') ~= epochs[i] then return false end
end
local takes = amount ~= cjson.null
-- what a transaction of the same request took that was undone
for _, key in ipairs(KEYS) do ended(key, id, 0, 0, -1) end
local fits, answer = takes, {}
for i, key in ipairs(KEYS) do
  local open = tonumber(redis.call('HGET', key, 'open') or 0)
  local used = {requests = 0, input = 0, output = 0, open = open}
  local parts = {}
  for n, text in ipairs(redis.call('HMGET', key, unpack(names))) do
    if text then
      local part = cjson.decode(text)
      used.requests, used.input, used.output = used.requests + part[1], used.input + part[2], used.output + part[3]
      parts[#parts + 1] = {string.sub(names[n], 2), part}
    end
  end
  answer[i] = {open, parts}
  if takes then
    for _, limit in ipairs(limits[i]) do
      if used[limit[1]] + amount[limit[1]] > limit[2] then fits = false end
    end
  end
end
if not fits then return cjson.encode(answer) end
for _, key in ipairs(KEYS) do
  if redis.call('HEXISTS', key, 'p' .. start) == 0 then
    for _, name in ipairs(redis.call('HKEYS', key)) do
      local part = string.match(name, '^p(%d+)$')
      if part and tonumber(part) < tonumber(ARGV[9]) then redis.call('HDEL', key, name) end
    end
    redis.call('HSET', key, 'p' .. start, '[0,0,0,0,0]')
  end
  changed(key, 'p' .. start, {1, amount.input, amount.output, amount.input, amount.output})
  redis.call('HSET', key, 'o' .. id, '[' .. start .. ',' .. ARGV[7] .. ',' .. ARGV[8] .. ']')
  redis.call('HINCRBY', key, 'open', 1)
  redis.call('EXPIRE', key, ${keptSeconds})
end
return 'taken'
`;

/** ARGV: id, input, output. */
export const settle = `${shared}
for _, key in ipairs(KEYS) do ended(key, ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), 0) end
return 1
`;

/** ARGV: fields and values of the whole hash. */
export const seed = `
redis.call('DEL', KEYS[1])
for i = 1, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIRE', KEYS[1], ${keptSeconds})
return 1
`;
