-- Asks for the paths after `--` in turn; the first of the arguments stands in them for a number that is never the same.
local number = os.time() * 1000

function init(args)
  counter = table.remove(args, 1)
  paths = args
end

function request()
  number = number + 1
  local path = paths[number % #paths + 1]:gsub(counter, number)
  return wrk.format("GET", path)
end

function response(status)
  if status >= 500 then print("failed") end
end
