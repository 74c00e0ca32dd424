-- Installed as the README says, in a profile of its own, on a Maven project that nobody prepared: the help and the command are there; open, save,
-- hint, code action, saved. Whoever runs this lets Maven run the test then. Run by `nvim --headless CLASS -S package.lua`.

local begun = vim.uv.hrtime()
local said = {}
local function say(what)
  table.insert(said, ('%s after %.1f s'):format(what, (vim.uv.hrtime() - begun) / 1e9))
end

local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end

local function hint()
  return vim.iter(vim.diagnostic.get(0)):find(function(it)
    return it.code == 'branch' and it.message:find('· test ready$') ~= nil
  end)
end

-- The user is asked once, and says yes.
local questions = 0
vim.api.nvim_list_uis = function()
  return { {} }
end
vim.fn.confirm = function()
  questions = questions + 1
  return 1
end

local function check()
  wait('the client', function()
    return #vim.lsp.get_clients({ name = 'goalline', bufnr = 0 }) == 1
  end)
  assert(vim.fn.exists(':Goalline') == 2, 'there is no :Goalline')
  wait('the question', function()
    return questions > 0
  end)
  local class = vim.api.nvim_get_current_buf()
  begun = vim.uv.hrtime()
  vim.cmd.write()
  wait('a hint', function()
    return #vim.diagnostic.get(0) > 0
  end)
  say('first hint')
  wait('a hint with a ready test', hint)
  say('first test ready')
  wait('the end of the search', function()
    return require('goalline').statusline():find('tests ready') ~= nil
  end)
  say('end of the search')
  local place = hint()
  vim.api.nvim_win_set_cursor(0, { place.lnum + 1, place.col })
  local name
  vim.lsp.buf.code_action({
    filter = function(action)
      name = name or action.title:match('^Insert test (%w+)$')
      return name ~= nil and action.title == 'Insert test ' .. name
    end,
    apply = true,
  })
  wait('the test class in front', function()
    return vim.api.nvim_get_current_buf() ~= class and vim.fn.search('void ' .. (name or '?') .. '()') > 0
  end)
  vim.cmd.write()
  say('a saved test')
  assert(vim.fn.filereadable(vim.api.nvim_buf_get_name(0)) == 1)
  vim.cmd('helptags ALL')
  vim.cmd('help goalline')
  assert(vim.api.nvim_buf_get_name(0):find('doc/goalline.txt', 1, true))
  return name
end
local ok, answer = pcall(check)
print(ok and ('ok: from nothing to %s: %s'):format(answer, table.concat(said, ', ')) or answer)
vim.cmd(ok and 'qa!' or 'cquit')
