-- Beside another client: a jdtls (played by a few lines of Lua) gives the class path of a project that has no pom.xml.
-- Run by `nvim --headless --clean -l editors/neovim/tests/jdtls.lua PLUGIN_FOLDER PROJECT_COPY`.

local plugin, project = _G.arg[1], _G.arg[2]
vim.opt.runtimepath:prepend(plugin)
vim.cmd('filetype plugin on')
vim.fn.delete(project .. '/pom.xml')

-- A server in this process that answers like jdtls.
local asked = {}
local function jdtls()
  local closing = false
  return {
    request = function(method, params, callback)
      if method == 'initialize' then
        callback(nil, { capabilities = { executeCommandProvider = { commands = { 'java.project.getClasspaths' } } } })
      elseif method == 'workspace/executeCommand' then
        table.insert(asked, params)
        if params.command == 'java.project.getSettings' then
          local paths = { project .. '/src/main/java', project .. '/src/test/java' }
          callback(nil, { ['org.eclipse.jdt.ls.core.sourcePaths'] = paths })
        else
          callback(nil, { projectRoot = project, classpaths = {}, modulepaths = {} })
        end
      else
        callback(nil, nil)
      end
      return true, 1
    end,
    notify = function()
      return true
    end,
    is_closing = function()
      return closing
    end,
    terminate = function()
      closing = true
    end,
  }
end
vim.lsp.config('jdtls', { cmd = jdtls, filetypes = { 'java' }, root_dir = project })
dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.normalize(_G.arg[0])), 'trusted.lua'))(project)
vim.lsp.enable({ 'jdtls', 'goalline' })

vim.cmd.edit(project .. '/src/main/java/shop/Money.java')
local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end
wait('both clients', function()
  return #vim.lsp.get_clients({ bufnr = 0 }) == 2
end)
vim.cmd.write()
wait('the question for the class path', function()
  return #asked > 0
end)
assert(asked[1].command == 'java.project.getClasspaths')
assert(asked[1].arguments[1] == vim.uri_from_bufnr(0) and asked[1].arguments[2] == '{"scope":"test"}')
-- The server may ask again before the first answer is there.
local settings
wait('the question for the folders of sources', function()
  for _, one in ipairs(asked) do
    settings = settings or one.command == 'java.project.getSettings' and one or nil
  end
  return settings ~= nil
end)
assert(settings.arguments[1] == asked[1].arguments[1] and settings.arguments[2][1]:find('sourcePaths'))
wait('an end of the run', function()
  return require('goalline').statusline():find('goals') ~= nil
end)
-- What the server is told are sources: those of tests are none.
local handler = require('goalline.client').handlers['goalline/classPath']
local told
coroutine.wrap(function()
  told = handler(nil, { uri = vim.uri_from_bufnr(0) })
end)()
wait('an answer', function()
  return told ~= nil
end)
assert(vim.deep_equal(told.sources, { project .. '/src/main/java' }), vim.inspect(told))
for _, client in ipairs(vim.lsp.get_clients()) do
  assert(client.offset_encoding == 'utf-16', client.name .. ' counts in ' .. client.offset_encoding)
end
print('ok: jdtls was asked, ' .. require('goalline').statusline())
vim.cmd('qa!')
