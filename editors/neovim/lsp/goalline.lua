-- The language server as Neovim starts it: `vim.lsp.enable('goalline')` is all it needs. Works without the rest of the plugin, too.

local function real(folder)
  return vim.uv.fs_realpath(folder) or folder
end

--- Whether much lies in a folder that is not of one project: a home folder, what that lies in, and what everybody may write to.
local function is_wide(folder)
  local home, stat = real(vim.uv.os_homedir()), vim.uv.fs_stat(folder)
  local is_above_home = vim.startswith(home .. '/', real(folder):gsub('/$', '') .. '/')
  return is_above_home or stat ~= nil and bit.band(stat.mode, 2) ~= 0
end

--- The text of a build file; empty where there is none.
local function text_of(folder, name)
  local file = vim.fs.joinpath(folder, name)
  local stat = vim.uv.fs_stat(file)
  local is_text = stat and stat.type == 'file' and stat.size < 2 ^ 24
  return is_text and table.concat(vim.fn.readfile(file), '\n') or ''
end

--- Whether the build in a folder names one inside as its module.
local function names(folder, inner)
  local below = inner:sub(#folder + 1):gsub('^/', '')
  local pom, open, close = text_of(folder, 'pom.xml'), '<module>', '</module>'
  local at = 1
  while true do
    -- Plain searches only: what a stranger wrote makes a pattern go back and forth.
    local _, from = pom:find(open, at, true)
    local to = from and pom:find(close, from, true)
    if not to then
      break
    end
    if vim.fs.normalize(vim.trim(pom:sub(from + 1, to - 1))):gsub('/pom%.xml$', '') == below then
      return true
    end
    at = to + #close
  end
  local settings = text_of(folder, 'settings.gradle') .. text_of(folder, 'settings.gradle.kts')
  local edge = '[\'":/]'
  for _, name in ipairs({ below, (below:gsub('/', ':')) }) do
    if settings:find(edge .. vim.pesc(name) .. edge) then
      return true
    end
  end
  return false
end

--- The outermost folder whose build names those inside, so that the modules of one build share one server; not above a repository. A wide folder
--- is none, nor is one whose build says nothing of this project: who is asked to trust it means one project. Without these, and without a
--- repository, the nearest folder of an Ant build is the project.
local function root(buffer, on_root)
  local markers = { 'pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts' }
  local own = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer))
  local folder, found, ant, is_repository = own, nil, nil, false
  while folder and not is_repository and not is_wide(folder) do
    is_repository = vim.uv.fs_stat(vim.fs.joinpath(folder, '.git')) ~= nil
    local has_build = vim.iter(markers):any(function(marker)
      return vim.uv.fs_stat(vim.fs.joinpath(folder, marker)) ~= nil
    end)
    if has_build and (is_repository or not found or names(folder, found)) then
      found = folder
    end
    if not ant and vim.uv.fs_stat(vim.fs.joinpath(folder, 'build.xml')) then
      ant = folder
    end
    local parent = vim.fs.dirname(folder)
    folder = parent ~= folder and parent or nil
  end
  local repository = vim.fs.root(buffer, '.git')
  on_root(found or repository and not is_wide(repository) and repository or ant or own)
end

--- The PATH without relative folders, and without those inside of the folder that Neovim works in: the server would be what a stranger put there.
local function search_path()
  local folders = vim.split(vim.env.PATH or '', ':', { plain = true })
  local here = real(vim.uv.cwd() or '/')
  return table.concat(vim.tbl_filter(function(folder)
    local is_inside = vim.startswith(real(folder) .. '/', here .. '/') and not is_wide(here)
    return vim.startswith(folder, '/') and not is_inside
  end, folders), ':')
end

-- To measure a project the server runs its build and its code, so the user is asked once for each folder. The answers are kept in a file of
-- Neovim's own, a line for each folder: `+ /path` or `- /path`. `vim.secure` does the same for single files.
local function answers_file()
  return vim.fs.joinpath(vim.fn.stdpath('state'), 'goalline', 'trusted')
end

--- What was answered for a folder, or for the nearest one around it; the newest answer counts. Who trusts a wide folder trusts what lies in it
--- itself, not all projects below it. Nil when it was not asked for.
---@return boolean?
local function answered(folder)
  local ok, lines = pcall(vim.fn.readfile, answers_file())
  local answers = {}
  for _, line in ipairs(ok and lines or {}) do
    answers[line:sub(3)] = line:sub(1, 1) == '+'
  end
  local asked = folder and real(folder)
  local at = asked
  while at do
    if answers[at] ~= nil and not (answers[at] and at ~= asked and is_wide(at)) then
      return answers[at]
    end
    local parent = vim.fs.dirname(at)
    at = parent ~= at and parent or nil
  end
end

local function remember(folder, is_trusted)
  local file = answers_file()
  vim.fn.mkdir(vim.fs.dirname(file), 'p')
  vim.fn.writefile({ (is_trusted and '+ ' or '- ') .. real(folder) }, file, 'a')
end

--- Lets the server of a folder run its code, or no more, now and later.
local function trust(client, is_trusted)
  remember(client.root_dir, is_trusted)
  client:notify('goalline/trust', { trusted = is_trusted })
end

--- Asks whether a folder is trusted, where somebody is there to answer.
local function ask(client)
  if #vim.api.nvim_list_uis() == 0 then
    return
  end
  local question = ('Goalline runs the build and the code of\n%s\nDo you trust this folder?'):format((client.root_dir:gsub('%c', '?')))
  local choice = vim.fn.confirm(question, '&Yes\n&No', 2, 'Question')
  -- Without an answer it is asked again the next time.
  if choice > 0 then
    trust(client, choice == 1)
  end
end

--- What the server takes from here alone, and not from settings, which may be the project's: trust, a JDK inside of the project, folders
--- outside of it, and that the sandbox may be left out.
local function own_word(params, config)
  local settings = vim.tbl_get(config, 'settings', 'goalline') or {}
  local own = { trusted = answered(config.root_dir) == true, java = { home = vim.tbl_get(settings, 'java', 'home') } }
  for _, name in ipairs({ 'sandbox', 'classpath', 'sources' }) do
    own[name] = settings[name]
  end
  params.initializationOptions = vim.tbl_extend('force', own, config.init_options or {})
end

-- What the plugin adds to the protocol; this file alone has nothing of it, and the server knows.
local has_plugin, client = pcall(require, 'goalline.client')
if not has_plugin then
  client = { handlers = { ['goalline/status'] = function() end }, commands = {} }
end
local commands = {
  --- Above methods that are not measured: trusts the folder, or asks.
  ['goalline.trust'] = function(_, context)
    ask(vim.lsp.get_client_by_id(context.client_id))
  end,
  --- Without a question, for who has said so: `{ arguments = { true } }`.
  ['goalline.setTrust'] = function(command, context)
    trust(vim.lsp.get_client_by_id(context.client_id), command.arguments[1])
  end,
}

---@type vim.lsp.Config
return {
  cmd = { vim.env.GOALLINE_SERVER or 'goalline', 'serve', '--stdio' },
  cmd_env = { PATH = search_path() },
  filetypes = { 'java' },
  root_dir = root,
  settings = { goalline = vim.empty_dict() },
  capabilities = vim.tbl_deep_extend('force', client.capabilities or {}, {
    experimental = { goalline = { trust = true } },
  }),
  handlers = client.handlers,
  commands = vim.tbl_extend('force', client.commands, commands),
  before_init = own_word,
  on_init = function(started)
    if answered(started.root_dir) == nil then
      vim.schedule(function()
        ask(started)
      end)
    end
  end,
}
