-- What Lua programs spend their time on: tables, strings, closures, metatables, coroutines, sorting, floats, errors.
-- Deterministic: its own random numbers, no addresses printed, no iteration in hash order. `scale` is set by main.c.

local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n + 1
end

local function checksum(text)
  local a, b = 1, 0
  for i = 1, #text do
    a = (a + text:byte(i)) % 65521
    b = (b + a) % 65521
  end
  return b * 65536 + a
end

local sections = {}

function sections.words()
  local counts, words = {}, {}
  local syllables = { "ba", "ko", "ri", "lu", "men", "tas", "vo", "sha" }
  for _ = 1, 4000 * scale do
    local parts = {}
    for i = 1, random(4) do parts[i] = syllables[random(#syllables)] end
    local word = table.concat(parts)
    if not counts[word] then words[#words + 1] = word end
    counts[word] = (counts[word] or 0) + 1
  end
  table.sort(words, function(x, y)
    if counts[x] ~= counts[y] then return counts[x] > counts[y] end
    return x < y
  end)
  local top = {}
  for i = 1, 10 do top[i] = words[i] .. "=" .. counts[words[i]] end
  return #words .. " words: " .. table.concat(top, " ")
end

function sections.sieve()
  local limit, count, sum = 20000 * scale, 0, 0
  local composite = {}
  for i = 2, limit do
    if not composite[i] then
      count, sum = count + 1, (sum + i) % 1000000007
      for j = i * i, limit, i do composite[j] = true end
    end
  end
  return count .. " primes, sum " .. sum
end

function sections.objects()
  local Account = {}
  Account.__index = Account
  Account.__add = function(x, y) return setmetatable({ balance = x.balance + y.balance }, Account) end
  function Account.new(balance) return setmetatable({ balance = balance, log = {} }, Account) end
  function Account:deposit(amount)
    if amount > 99 then error("too much: " .. amount, 0) end
    self.balance = self.balance + amount
    self.log[#self.log + 1] = amount
  end
  local accounts, refused = {}, 0
  for i = 1, 50 do accounts[i] = Account.new(i) end
  for _ = 1, 12000 * scale do
    local ok = pcall(Account.deposit, accounts[random(50)], random(100))
    if not ok then refused = refused + 1 end
  end
  local total = Account.new(0)
  for i = 1, 50 do total = total + accounts[i] end
  return "total " .. total.balance .. ", refused " .. refused
end

function sections.coroutines()
  local function producer(n)
    return coroutine.wrap(function()
      for i = 1, n do coroutine.yield(i * i % 97) end
    end)
  end
  local sum = 0
  for _ = 1, 3 * scale do
    local first, second = producer(60), producer(75)
    for value in first do sum = (sum * 31 + value + second()) % 1000000007 end
  end
  return "sum " .. sum
end

function sections.strings()
  local out = {}
  for i = 1, 700 * scale do
    local line = string.format("%05d;%s;%x;%.3f", i, ("x"):rep(i % 13), i * 2654435761 % 4294967296, i / 7)
    local swapped = line:gsub("(%d+);(x*)", "%2<%1>"):upper()
    if swapped:find("<%d*7>") then out[#out + 1] = swapped:reverse() end
    local fields = {}
    for field in line:gmatch("[^;]+") do fields[#fields + 1] = field end
    out[#out + 1] = fields[#fields]
  end
  return "checksum " .. checksum(table.concat(out, "\n"))
end

function sections.floats()
  local size = 30
  local function matrix(f)
    local rows = {}
    for i = 1, size do
      rows[i] = {}
      for j = 1, size do rows[i][j] = f(i, j) end
    end
    return rows
  end
  local a = matrix(function(i, j) return 1 / (i + j - 1) end)
  for _ = 1, 2 * scale do
    local b = a
    a = matrix(function(i, j)
      local sum = 0.0
      for k = 1, size do sum = sum + b[i][k] * b[k][j] end
      return sum
    end)
    local norm = 0.0
    for i = 1, size do norm = norm + a[i][i] end
    a = matrix(function(i, j) return a[i][j] / norm end)
  end
  return string.format("trace element %.12f", a[size // 2][size // 3])
end

function sections.trees()
  local function build(depth)
    if depth == 0 then return { value = random(1000) } end
    return { left = build(depth - 1), right = build(depth - 1) }
  end
  local function fold(tree)
    if tree.value then return tree.value end
    return (fold(tree.left) * 3 + fold(tree.right)) % 1000003
  end
  local sum = 0
  for _ = 1, 10 * scale do sum = (sum + fold(build(9))) % 1000003 end
  return "fold " .. sum
end

for _, name in ipairs { "words", "sieve", "objects", "coroutines", "strings", "floats", "trees" } do
  print(name .. ": " .. sections[name]())
end
collectgarbage()
