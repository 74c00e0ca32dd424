-- A stranger's project: a program that is called like the server lies in it, and settings ask for more than they may. Nothing of it runs
-- before somebody said that it may, and what was said of a folder of many projects says nothing of it.
-- Run by `nvim --headless --clean -l editors/neovim/tests/hostile.lua PLUGIN_FOLDER PROJECT_COPY`.

local plugin, project = _G.arg[1], _G.arg[2]
local server, mark = vim.env.GOALLINE_SERVER, project .. '/it-ran'
vim.fn.writefile({ '#!/bin/sh', "touch '" .. mark .. "'" }, project .. '/goalline')
vim.uv.fs_chmod(project .. '/goalline', tonumber('755', 8))
vim.fn.chdir(project)

-- A user who wants the tools of the project that is in front: the PATH begins with where one is.
vim.env.GOALLINE_SERVER = nil
vim.env.PATH = table.concat({ '.', '', vim.fs.dirname(server), vim.env.PATH }, ':')

-- A home folder in which somebody once measured a class, and said that it may run.
local home = vim.fs.dirname(project)
vim.env.HOME = home
dofile(vim.fs.joinpath(vim.fs.dirname(vim.fs.normalize(_G.arg[0])), 'trusted.lua'))(home)
vim.fn.writefile({}, home .. '/pom.xml')

vim.cmd('filetype plugin on')
vim.lsp.config('goalline', dofile(plugin .. '/lsp/goalline.lua'))
vim.lsp.enable('goalline')

local function wait(what, condition)
  assert(vim.wait(420000, condition, 50), 'this did not come: ' .. what)
end
local function client()
  return vim.lsp.get_clients({ name = 'goalline', bufnr = 0 })[1]
end

vim.cmd.edit(project .. '/src/main/java/shop/Cart.java')
wait('the server of the PATH', function()
  return client() ~= nil and client().initialized
end)
assert(not vim.uv.fs_stat(mark), 'the program of the project ran')
assert(vim.uv.fs_realpath(client().root_dir) == vim.uv.fs_realpath(project), 'the home folder is no project: ' .. client().root_dir)
local shown
client():request('textDocument/codeLens', { textDocument = { uri = vim.uri_from_bufnr(0) } }, function(_, lenses)
  shown = lenses[1].command.title
end)
wait('a lens', function()
  return shown ~= nil
end)
assert(shown:find('trust this folder', 1, true), 'it is trusted with its home folder: ' .. shown)
vim.opt.runtimepath:append(plugin)
require('goalline.health').check()
assert(not vim.uv.fs_stat(mark), 'the program of the project ran when the health was looked at')

-- A list of modules above several projects, which somebody trusts, and a project beside these.
local function root_of(file)
  local buffer, found = vim.fn.bufadd(file), nil
  dofile(plugin .. '/lsp/goalline.lua').root_dir(buffer, function(folder)
    found = folder
  end)
  return found:sub(#home + 2)
end
local code = home .. '/code'
for _, name in ipairs({ 'bank/app', 'evil', 'cloned/.git', 'cloned/app' }) do
  vim.fn.mkdir(code .. '/' .. name, 'p')
end
-- A list that a pattern would go back and forth over for hours.
local endless = '<module>' .. (' '):rep(20000) .. 'x'
vim.fn.writefile({ '<project><modules><module> bank </module><module>cloned</module>', endless, '</modules></project>' }, code .. '/pom.xml')
vim.fn.writefile({ "include ':app'" }, code .. '/bank/settings.gradle')
for _, name in ipairs({ 'bank/pom.xml', 'bank/app/build.gradle', 'evil/pom.xml', 'cloned/pom.xml', 'cloned/app/pom.xml' }) do
  vim.fn.writefile({}, code .. '/' .. name)
end
for file, expected in pairs({ ['bank/app/A'] = 'code', ['evil/A'] = 'code/evil', ['cloned/app/A'] = 'code/cloned' }) do
  local found = root_of(code .. '/' .. file .. '.java')
  assert(found == expected, file .. ' lies in ' .. found)
end
vim.fn.delete(code, 'rf')
-- Other stories are played beside this one.
vim.fn.delete(home .. '/pom.xml')
print('ok: no program of the project, and no trust by a folder around it')
vim.cmd('qa!')
