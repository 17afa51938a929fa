-- What wrk asks, and what it says at the end: one line of JSON.
local function env(name) return os.getenv("BENCH_" .. name) end
local paths, from, to = {}, tonumber(env("FROM")), tonumber(env("TO"))
for path in env("PATHS"):gmatch("%S+") do paths[#paths + 1] = path end
local headers = { ["authorization"] = env("TOKEN"), ["accept-language"] = "zh-CN" }

function init() math.randomseed(os.time()) end

function request()
  return wrk.format("GET", (paths[math.random(#paths)]:gsub(":id", tostring(math.random(from, to)))), headers)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"bad":%d,"seconds":%.6f,"p50":%.3f,"p95":%.3f,"p99":%.3f}\n',
    summary.requests,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(95) / 1000,
    latency:percentile(99) / 1000
  ))
end
