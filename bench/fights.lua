-- Plays fights for wrk (one thread). Arguments:
--   1  a file with one encounter a line: its path, a token, the number of the combatant that acts;
--   2  "apart": an encounter is acted in by one client at a time, each combatant striking its foes;
--      "together": all clients change the first encounter at once, as game masters do;
--   3  a name for the run, so that its idempotency keys are new.

require "report"

local fights, free, sent, refused = {}, {}, 0, false
local together, run

function init(args)
  for line in io.lines(args[1]) do
    local path, token, acting = line:match("(%S+) (%S+) (%S+)")
    table.insert(fights, {path = path, token = token, acting = tonumber(acting), turns = 0})
    table.insert(free, #fights)
  end
  together, run = args[2] == "together", args[3]
end

-- Combatants 1 to 4 fight 5 to 8; everyone strikes each foe in turn.
local function blow(fight)
  fight.turns = fight.turns + 1
  local foe = fight.turns % 4 + (fight.acting <= 4 and 5 or 1)
  return string.format(
    '{"type":"attack","actor":"fighter-%d","target":"fighter-%d","weapon":"sword"}', fight.acting, foe)
end

function request()
  if sent == 0 then
    sent = 1
    return wrk.format()  -- the first request is only looked at by wrk, and never sent
  end
  local number = together and 1 or table.remove(free, 1)
  local fight = fights[number]
  sent = sent + 1
  local method, path, body = "POST", fight.path .. "/actions", nil
  if together then
    method, path = "PATCH", fight.path .. "/combatants/fighter-1"
    body = string.format('{"state":{"w":%d},"reason":"Rest"}', 900 + sent % 100)
  else
    body = blow(fight)
  end
  return wrk.format(method, path, {
    ["Authorization"] = "Bearer " .. fight.token,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = run .. "-" .. sent,
    ["X-Request-ID"] = tostring(number),
  }, body)
end

function response(status, headers, body)
  local number = tonumber(headers["x-request-id"])
  local acting = body:match('"acting":"fighter%-(%d+)"}')
  if status < 300 and acting then
    fights[number].acting = tonumber(acting)
  elseif not refused then
    refused = true
    io.stderr:write(status, " ", body, "\n")
  end
  if not together then table.insert(free, number) end
end
