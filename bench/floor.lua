-- Sends the floor's body again and again for wrk. Argument: the body's file.

require "report"

function init(args)
  local file = assert(io.open(args[1]))
  wrk.method, wrk.body = "POST", file:read("*a")
  wrk.headers["Content-Type"] = "application/json"
end
