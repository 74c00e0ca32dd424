-- What the plugin adds to the language server: the status of a file, and the commands behind `:Goalline`.

local M = {}

---@class goalline.Status
---@field uri string
---@field state 'idle'|'running'|'broken'|'error'
---@field message string

---@type table<string, goalline.Status>
local statuses = {}

--- Settings, under the names of the server: `require('goalline').setup({ secondsPerSave = 5 })`. Not needed for the defaults.
function M.setup(settings)
  vim.lsp.config('goalline', { settings = { goalline = settings or vim.empty_dict() } })
  vim.lsp.enable('goalline')
end

--- The client that serves a buffer.
---@return vim.lsp.Client?
function M.client(buffer)
  return vim.lsp.get_clients({ name = 'goalline', bufnr = buffer or 0 })[1]
end

---@param status goalline.Status
function M.on_status(status)
  statuses[status.uri] = status
  vim.api.nvim_exec_autocmds('User', { pattern = 'GoallineStatus', data = status })
end

--- What the server does with a buffer, for a statusline: `%{v:lua.require'goalline'.statusline()}`.
---@return string
function M.statusline(buffer)
  local status = statuses[vim.uri_from_bufnr(buffer or 0)]
  return status and status.message or ''
end

local function execute(command, arguments)
  local client = M.client()
  if not client then
    vim.notify('goalline: no server is attached to this buffer; see :checkhealth goalline', vim.log.levels.WARN)
    return
  end
  client:exec_cmd({ title = command, command = command, arguments = arguments }, nil, function(error)
    if error then
      vim.notify('goalline: ' .. error.message, vim.log.levels.WARN)
    end
  end)
end

--- The sub-commands of `:Goalline`.
M.commands = {
  --- Searches for tests of this buffer.
  generate = function()
    execute('goalline.generate', { vim.uri_from_bufnr(0) })
  end,
  --- Stops the search for this buffer.
  stop = function()
    execute('goalline.stop', { vim.uri_from_bufnr(0) })
  end,
  --- Says what the server does with this buffer.
  status = function()
    local line = M.statusline()
    vim.notify(line ~= '' and line or 'goalline: nothing was measured here yet; save the file')
  end,
  --- Ends the server and starts it again.
  restart = function()
    vim.lsp.enable('goalline', false)
    local function again()
      if #vim.lsp.get_clients({ name = 'goalline' }) == 0 then
        vim.lsp.enable('goalline')
      else
        vim.defer_fn(again, 50)
      end
    end
    again()
  end,
  --- Opens Neovim's log of language servers.
  log = function()
    vim.cmd.tabedit(vim.lsp.log.get_filename())
  end,
}

return M
