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

--- Asks a running jdtls. The server waits for the answer on a thread of its own; here it is a coroutine that waits.
local function class_path(_, document)
  local buffer = vim.uri_to_bufnr(document.uri)
  local jdtls = vim.lsp.get_clients({ name = 'jdtls', bufnr = buffer })[1] or vim.lsp.get_clients({ name = 'jdtls' })[1]
  if not jdtls then
    return vim.NIL
  end
  local waiting = coroutine.running()
  local params = {
    command = 'java.project.getClasspaths',
    arguments = { document.uri, vim.json.encode({ scope = 'test' }) },
  }
  jdtls:request('workspace/executeCommand', params, function(failure, answer)
    coroutine.resume(waiting, failure, answer)
  end)
  local failure, answer = coroutine.yield()
  if failure or type(answer) ~= 'table' then
    return vim.NIL
  end
  local entries = vim.list_extend(answer.classpaths or {}, answer.modulepaths or {})
  return { entries = entries, sources = {} }
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
