-- The server with `lsp/goalline.lua` alone, no plugin: hints, a code action, a new file where there was none.
-- Run by `nvim --headless --clean -l editors/neovim/tests/bare.lua PLUGIN_FOLDER PROJECT_COPY`.

local plugin, project = _G.arg[1], _G.arg[2]
vim.cmd('filetype plugin on')
vim.lsp.config('goalline', dofile(plugin .. '/lsp/goalline.lua'))
dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.normalize(_G.arg[0])), 'trusted.lua'))(project)
vim.lsp.enable('goalline')

local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end

-- A class without a test class. Neovim truncates what it is told to create, so it must be absent, and in no buffer either.
local test_file = project .. '/src/test/java/shop/DiscountTest.java'
vim.cmd.edit(project .. '/src/main/java/shop/Discount.java')
wait('the client', function()
  return #vim.lsp.get_clients({ name = 'goalline', bufnr = 0 }) == 1
end)
vim.cmd.write()
wait('a hint with a ready test', function()
  return vim.iter(vim.diagnostic.get(0)):any(function(hint)
    return hint.message:find('· test ready$') ~= nil
  end)
end)

local function insert_at_first_hint()
  local hint = vim.iter(vim.diagnostic.get(0)):find(function(it)
    return it.message:find('· test ready$') ~= nil
  end)
  vim.api.nvim_win_set_cursor(0, { hint.lnum + 1, hint.col })
  vim.lsp.buf.code_action({
    filter = function(action)
      return action.title:find('^Insert test ') ~= nil
    end,
    apply = true,
  })
end
local function tests()
  local buffer = vim.fn.bufnr(test_file)
  local lines = buffer == -1 and {} or vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  return #vim.tbl_filter(function(line)
    return line:find('@Test', 1, true) ~= nil
  end, lines)
end

local class = vim.fn.bufnr()
local before = #vim.diagnostic.get(0)
insert_at_first_hint()
wait('a new test class', function()
  return tests() == 1
end)
-- The new buffer is not saved; a second test goes into it, and nothing of it is lost.
vim.cmd.buffer({ class, bang = true })
wait('the hint to go', function()
  return #vim.diagnostic.get(0) < before
end)
local has_more = vim.iter(vim.diagnostic.get(0)):any(function(hint)
  return hint.message:find('· test ready$') ~= nil
end)
if has_more then
  insert_at_first_hint()
  wait('the second test', function()
    return tests() == 2
  end)
end
vim.cmd.buffer({ vim.fn.bufnr(test_file), bang = true })
vim.cmd.write()
assert(table.concat(vim.fn.readfile(test_file), '\n'):find('class DiscountTest', 1, true))
print('ok: ' .. tests() .. ' tests into a new file by the bare configuration')
vim.cmd('qa!')
