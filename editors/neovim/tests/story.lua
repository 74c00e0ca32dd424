-- The story in a real Neovim without a screen: open a class, save it, see hints, insert a test by the code action.
-- Run by `nvim --headless --clean -l editors/neovim/tests/story.lua PLUGIN_FOLDER PROJECT_COPY`; GOALLINE_SERVER names the server.

local plugin, project = _G.arg[1], _G.arg[2]
local class_file = project .. '/src/main/java/shop/Cart.java'
vim.opt.runtimepath:prepend(plugin)
vim.cmd('filetype plugin on')
vim.cmd.runtime('plugin/goalline.lua')

-- Somebody is there, whom Neovim asks; the first answer is no.
local questions = {}
vim.api.nvim_list_uis = function()
  return { {} }
end
vim.fn.confirm = function(question)
  table.insert(questions, question)
  return 2
end
vim.lsp.enable('goalline')

local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end

local function hints_with(code)
  return vim.tbl_filter(function(hint)
    return hint.code == code
  end, vim.diagnostic.get(0))
end

local function hints()
  return hints_with('branch')
end

local function is_ready(hint)
  return hint.message:find('· test ready$') ~= nil
end

-- A client attaches by the file in lsp/ alone.
vim.cmd.edit(class_file)
wait('the client', function()
  return require('goalline').client() ~= nil
end)
assert(#hints() == 0, 'nothing is called missing before it was measured')

-- Before the user trusts the folder nothing runs, and the figures say what to do. The question comes once for each folder.
wait('the question', function()
  return #questions > 0
end)
assert(questions[1]:find(vim.uv.fs_realpath(project), 1, true) or questions[1]:find(project, 1, true), questions[1])
vim.cmd.write()
wait('the reason', function()
  return require('goalline').statusline() == 'Cart: not measured, nothing runs: trust this folder first'
end)
wait('figures that say so', function()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  return vim.iter(vim.lsp.codelens.get(0)):any(function(lens)
    return lens.command.title:find('not measured: trust this folder', 1, true) and lens.command.command == 'goalline.trust'
  end)
end)
vim.cmd('Goalline restart')
wait('the client after a restart', function()
  return require('goalline').client() ~= nil and require('goalline').client().initialized
end)
vim.wait(500)
assert(#questions == 1, 'a no is remembered')
assert(#hints() == 0)

-- The user trusts it after all; that is remembered, too.
vim.cmd('Goalline trust')
local trusted = vim.fn.readfile(vim.fs.joinpath(vim.fn.stdpath('state'), 'goalline', 'trusted'))
assert(trusted[#trusted] == '+ ' .. vim.uv.fs_realpath(project), vim.inspect(trusted))

-- Saving starts a run; hints say at the exact expression what is missing.
vim.cmd.write()
wait('a hint with a ready test', function()
  return vim.iter(hints()):any(is_ready)
end)
wait('the end of the run', function()
  return require('goalline').statusline():find('tests ready') ~= nil
end)
local hint = vim.iter(hints()):find(is_ready)
assert(hint.source == 'goalline', vim.inspect(hint))

-- A preview shows the test and what it covers, and changes nothing; it is no Java buffer, so no server takes it for a class.
vim.api.nvim_win_set_cursor(0, { hint.lnum + 1, hint.col })
local class = vim.api.nvim_get_current_win()
vim.lsp.buf.code_action({
  filter = function(action)
    return action.title:find('^Preview test ') ~= nil
  end,
  apply = true,
})
wait('the preview', function()
  return vim.api.nvim_get_current_win() ~= class
end)
local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
assert(shown:find('// covers ', 1, true) and shown:find('@Test', 1, true), shown)
assert(vim.bo.filetype == '')
vim.api.nvim_feedkeys('q', 'xt', false)
assert(vim.api.nvim_get_current_win() == class, 'q closes the preview')

-- The goals that nothing covers are a quickfix list; figures stand above methods.
vim.cmd('Goalline goals')
wait('the list', function()
  return #vim.fn.getqflist() > 0
end)
assert(vim.fn.getqflist({ title = 0 }).title == 'Goals')
vim.cmd('cclose')
wait('figures above methods', function()
  return vim.iter(vim.lsp.codelens.get(0)):any(function(lens)
    return lens.command and lens.command.title:find('ready')
  end)
end)

-- The code action inserts its test into the existing class, as a change of a buffer that the user can undo.
vim.api.nvim_win_set_cursor(0, { hint.lnum + 1, hint.col })
local before = #hints()
vim.lsp.buf.code_action({
  filter = function(action)
    return action.title:find('^Insert test ') ~= nil
  end,
  apply = true,
})
local test_file = project .. '/src/test/java/shop/CartTest.java'
local function test_lines()
  local buffer = vim.fn.bufnr(test_file)
  return buffer == -1 and {} or vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end
local old = vim.fn.readfile(test_file)
wait('the inserted test', function()
  return #test_lines() > #old
end)
assert(table.concat(test_lines(), '\n'):find('@Test', 1, true))
wait('the test file in front', function()
  return vim.api.nvim_buf_get_name(0) == test_file
end)
vim.cmd.edit(class_file)

-- What was inserted is no hint any more.
wait('the hint to go', function()
  return #hints() < before
end)

-- Pairs of branches come after the goals of the class: a hint at the call, with places in both files, and a test of a pair.
local function pairs_at_the_call()
  return vim.iter(hints_with('coupled-branch')):find(function(it)
    return it.message:find('Discount.rateFor', 1, true) ~= nil
  end)
end
wait('a hint about a pair with a ready test', function()
  local found = pairs_at_the_call()
  return found and is_ready(found)
end)
local pair = pairs_at_the_call()
local files = {}
for _, place in ipairs(pair.user_data.lsp.relatedInformation) do
  files[vim.fs.basename(vim.uri_to_fname(place.location.uri))] = true
end
assert(files['Cart.java'] and vim.tbl_count(files) > 1, vim.inspect(pair))
vim.api.nvim_win_set_cursor(0, { pair.lnum + 1, pair.col })
old = test_lines()
local title
vim.lsp.buf.code_action({
  filter = function(action)
    local is_first = title == nil and action.title:find('^Insert test .* with ') ~= nil
    title = is_first and action.title or title
    return is_first
  end,
  apply = true,
})
wait('the inserted test of a pair', function()
  return #test_lines() > #old
end)
wait('the test file in front again', function()
  return vim.api.nvim_buf_get_name(0) == test_file
end)
local name, caller, callee = title:match('^Insert test (%S+) %((.+) with (.+)%)$')
local function in_key(branch)
  return ':branch:' .. branch:gsub(' (%a+)$', '#0:%1')
end
local key = vim.iter(pair.user_data.lsp.data.goals):find(function(it)
  return it:find(in_key(caller) .. ' + ', 1, true) and it:find(in_key(callee) .. ' @ ', 1, true)
end)
assert(key, title)
local function is_missing()
  local now = pairs_at_the_call()
  return now and vim.list_contains(now.user_data.lsp.data.goals, key)
end
vim.cmd.edit(class_file)
wait('the pair to go', function()
  return is_missing() == false
end)

-- Edited by hand it is nobody's offer any more: that it covers the pair is to be seen by running it, and not otherwise.
vim.cmd.edit(test_file)
vim.fn.append(vim.fn.search('void ' .. name .. '('), '        // Looked at.')
vim.cmd.write()
vim.cmd.edit(class_file)
wait('the pair to be missing again', is_missing)
vim.cmd.write()
wait('the pair to be covered by its run', function()
  return is_missing() == false
end)
print('ok: ' .. pair.message .. '; ' .. title .. ', covered when it is run')

-- One method alone can be searched; the status says so, and what is known of others stays.
vim.fn.search('int total()')
vim.cmd('Goalline method')
wait('the end of the search for one method', function()
  return require('goalline').statusline():find('^Cart%.total%(%): %d+ of %d+ goals') ~= nil
end)

-- The command knows its sub-commands, and says what it does not know.
assert(vim.deep_equal(vim.fn.getcompletion('Goalline st', 'cmdline'), { 'status', 'stop' }))
vim.cmd('Goalline debug')
wait('what a report of a bug needs', function()
  local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  return vim.api.nvim_win_get_config(0).relative ~= '' and shown:find('no panic since the server was started', 1, true) ~= nil
end)
vim.api.nvim_win_close(0, true)
vim.cmd.checkhealth('goalline')
local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
assert(health:find('server: goalline', 1, true), health)

print('ok: ' .. hint.message)
vim.cmd('qa!')
