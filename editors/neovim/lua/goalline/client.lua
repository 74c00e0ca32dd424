-- The client's side of what Goalline has beyond the protocol: status, lists of goals, previews, the class path of a running jdtls.

local M = {}

---@class goalline.Status
---@field uri string
---@field state 'idle'|'running'|'broken'|'error'
---@field message string

---@type table<string, goalline.Status>
M.statuses = {}

--- Told to the server in `initialize`.
M.capabilities = { experimental = { goalline = { previewTests = true, goals = true, classPath = true, texts = true } } }

--- Figures above methods, as far as the server sends any.
local function refresh_lenses(uri)
  local buffer = vim.uri_to_bufnr(uri)
  if vim.api.nvim_buf_is_loaded(buffer) then
    vim.lsp.codelens.refresh({ bufnr = buffer })
  end
end

--- What jdtls calls the folders of sources.
local SOURCES = 'org.eclipse.jdt.ls.core.sourcePaths'

--- What a command of another server gives; the coroutine waits, unless the answer is there at once. None where it fails.
local function ask(client, command, arguments)
  local waiting = coroutine.running()
  local is_there, failure, answer = false, nil, nil
  local is_sent = client:request('workspace/executeCommand', { command = command, arguments = arguments }, function(...)
    is_there, failure, answer = true, ...
    if coroutine.status(waiting) == 'suspended' then
      coroutine.resume(waiting)
    end
  end)
  if not is_sent then
    return nil
  end
  if not is_there then
    coroutine.yield()
  end
  return not failure and type(answer) == 'table' and answer or nil
end

--- Folders that hold no tests, as far as their names tell; what the project lies in may be called as it likes.
local function main_sources(settings, root)
  local function is_main(path)
    local inside = vim.startswith(path, root) and path:sub(#root + 1) or path
    return not inside:lower():find('[/\\]test')
  end
  local paths = settings and settings[SOURCES]
  return type(paths) == 'table' and vim.tbl_filter(is_main, paths) or {}
end

--- Asks a running jdtls. The server waits for the answer on a thread of its own; here it is a coroutine that waits.
local function class_path(_, document)
  local buffer = vim.uri_to_bufnr(document.uri)
  local jdtls = vim.lsp.get_clients({ name = 'jdtls', bufnr = buffer })[1] or vim.lsp.get_clients({ name = 'jdtls' })[1]
  if not jdtls then
    return vim.NIL
  end
  local paths = ask(jdtls, 'java.project.getClasspaths', { document.uri, vim.json.encode({ scope = 'test' }) })
  if not paths then
    return vim.NIL
  end
  local entries = vim.list_extend(paths.classpaths or {}, paths.modulepaths or {})
  local settings = ask(jdtls, 'java.project.getSettings', { document.uri, { SOURCES } })
  return { entries = entries, sources = main_sources(settings, jdtls.root_dir or '') }
end

M.handlers = {
  ['goalline/status'] = function(_, status)
    M.statuses[status.uri] = status
    vim.api.nvim_exec_autocmds('User', { pattern = 'GoallineStatus', data = status })
    vim.cmd.redrawstatus({ bang = true })
  end,
  ['goalline/goalsChanged'] = function(_, document)
    refresh_lenses(document.uri)
    vim.api.nvim_exec_autocmds('User', { pattern = 'GoallineGoals', data = document })
  end,
  ['goalline/classPath'] = class_path,
}

--- Shows what a command of the server answers.
local function read(command, context)
  require('goalline.preview').read(vim.lsp.get_client_by_id(context.client_id), command)
end

--- What code actions of the server call here.
M.commands = {
  ['goalline.showFault'] = read,
  ['goalline.showAttempt'] = read,
  ['goalline.previewTests'] = function(command, context)
    require('goalline.preview').show(vim.lsp.get_client_by_id(context.client_id), command.arguments[1])
  end,
}

return M
