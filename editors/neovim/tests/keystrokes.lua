-- Ten thousand random edits, of letters of every width and with line ends of DOS: server and editor are of one mind about the text afterwards,
-- and no hint stands at anything but an expression. Run by `nvim --headless --clean -l editors/neovim/tests/keystrokes.lua PLUGIN_FOLDER PROJECT_COPY`.

local plugin, project = _G.arg[1], _G.arg[2]
vim.opt.runtimepath:prepend(plugin)
vim.cmd('filetype plugin on')
-- The tests of the module may find hints of their own while the text changes, which are none of before.
local settings = { testRequests = true, suite = 'never' }
vim.lsp.config('goalline', { init_options = settings })
dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.normalize(_G.arg[0])), 'trusted.lua'))(project)
vim.lsp.enable('goalline')

local EDITS = 10000
local PIECES = { 'a', 'é', '你', '😀', ' ', '{', '}', '"', '// ', 'if (x > 1) ' }

local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end

-- Line ends of DOS: the server gets \r\n for each of them.
local class = project .. '/src/main/java/shop/Cart.java'
local text = vim.fn.readfile(class)
for at, line in ipairs(text) do
  text[at] = line .. '\r'
end
vim.fn.writefile(text, class)
vim.cmd.edit(class)
assert(vim.bo.fileformat == 'dos')
wait('the client', function()
  return #vim.lsp.get_clients({ name = 'goalline', bufnr = 0 }) == 1
end)
local client = vim.lsp.get_clients({ name = 'goalline' })[1]
vim.cmd.write()
wait('the end of the run', function()
  return #vim.diagnostic.get(0) > 5 and require('goalline').statusline():find('tests ready') ~= nil
end)

-- Those of pairs come behind the end of a run.
wait('hints of pairs', function()
  return vim.iter(vim.diagnostic.get(0)):any(function(hint)
    return hint.message:find('combinations with Discount.rateFor', 1, true) ~= nil
  end)
end)

-- The text of each hint, where it stands now; nothing of one that is about to move.
local function expressions()
  local found = {}
  for _, hint in ipairs(vim.diagnostic.get(0)) do
    local ok, lines = pcall(vim.api.nvim_buf_get_text, 0, hint.lnum, hint.col, hint.end_lnum, hint.end_col, {})
    found[ok and table.concat(lines, '\n') or ''] = true
  end
  return found
end
local before = expressions()

-- A comment of its own takes the edits, so that the class stays the same; its last line is never touched.
vim.api.nvim_buf_set_lines(0, 0, 0, false, { '/*', '', '*/' })
local function comment_end()
  for at, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    if line == '*/' then
      return at - 1
    end
  end
end
math.randomseed(7)
local last = comment_end()
local begun = vim.uv.hrtime()
for made = 1, EDITS do
  local row = math.random(1, last - 1)
  local line = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]
  -- Where a caret can stand: between letters, not within one.
  local starts = vim.str_utf_pos(line)
  table.insert(starts, #line + 1)
  local from = math.random(1, #starts)
  local dice = math.random(1, 10)
  if dice <= 6 then
    local column = starts[from] - 1
    vim.api.nvim_buf_set_text(0, row, column, row, column, { PIECES[math.random(1, #PIECES)] })
  elseif dice == 7 and last < 60 then
    local column = starts[from] - 1
    vim.api.nvim_buf_set_text(0, row, column, row, column, { '', '' })
    last = last + 1
  elseif dice == 8 and row < last - 1 then
    vim.api.nvim_buf_set_text(0, row, #line, row + 1, 0, { '' })
    last = last - 1
  elseif from < #starts then
    local to = math.min(#starts, from + math.random(1, 3))
    vim.api.nvim_buf_set_text(0, row, starts[from] - 1, row, starts[to] - 1, { '' })
  end
  -- The client collects edits for a while; now and then it is let to send them.
  if made % 50 == 0 then
    vim.wait(1)
  end
end
local seconds = (vim.uv.hrtime() - begun) / 1e9

local uri = vim.uri_from_bufnr(0)
local function mirror()
  local answer = client:request_sync('goalline/text', { uri = uri }, 60000, 0)
  return answer and answer.result
end
local function ours()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\r\n') .. '\r\n'
end
assert(comment_end() == last)
-- The last edits are still being collected.
wait('one text', function()
  return mirror() == ours()
end)
wait('hints at their expressions', function()
  local now = expressions()
  return next(now) ~= nil and vim.iter(pairs(now)):all(function(expression)
    return before[expression]
  end)
end)
print(('ok: %d edits in %.1f s, one text, %d hints at their expressions'):format(EDITS, seconds, #vim.diagnostic.get(0)))
vim.cmd('qa!')
