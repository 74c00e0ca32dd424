-- What the plugin adds to the language server: the status of a file, and the commands behind `:Goalline`.

local M = {}

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

--- What the server does with a buffer, for a statusline: `%{v:lua.require'goalline'.statusline()}`.
---@return string
function M.statusline(buffer)
  local status = require('goalline.client').statuses[vim.uri_from_bufnr(buffer or 0)]
  return status and status.message or ''
end

local function warn(message)
  vim.notify('goalline: ' .. message, vim.log.levels.WARN)
end

local function attached()
  local client = M.client()
  if not client then
    warn('no server is attached to this buffer; see :checkhealth goalline')
  end
  return client
end

local function execute(command, arguments)
  local client = attached()
  if client then
    client:exec_cmd({ title = command, command = command, arguments = arguments }, nil, function(failure)
      if failure then
        warn(failure.message)
      end
    end)
  end
end

--- What the user says of the folder of this buffer.
local function set_trust(is_trusted)
  local client = attached()
  if client then
    local command = { title = 'Trust', command = 'goalline.setTrust', arguments = { is_trusted } }
    client:exec_cmd(command, { bufnr = vim.api.nvim_get_current_buf() })
  end
end

--- The goals of this buffer, as `goalline/goals` gives them.
local function goals(take)
  local client = attached()
  if not client then
    return
  end
  client:request('goalline/goals', { uri = vim.uri_from_bufnr(0) }, function(failure, answer)
    if failure or type(answer) ~= 'table' then
      warn(failure and failure.message or 'this file has no goals')
    else
      take(answer, client)
    end
  end)
end

--- Calls `take` with the ready tests: those of the goals on the cursor's line, else of its method, else of the file.
local function with_tests(take)
  local line = vim.api.nvim_win_get_cursor(0)[1] - 1
  goals(function(file, client)
    local all, method, here = {}, {}, {}
    local function add(list, tests)
      for _, test in ipairs(tests) do
        if not vim.tbl_contains(list, test) then
          table.insert(list, test)
        end
      end
    end
    for _, it in ipairs(file.methods) do
      if it.range.start.line <= line then
        method = {}
      end
      for _, goal in ipairs(it.goals) do
        add(all, goal.tests)
        if it.range.start.line <= line then
          add(method, goal.tests)
        end
        if goal.range.start.line <= line and line <= goal.range['end'].line then
          add(here, goal.tests)
        end
      end
    end
    local tests = #here > 0 and here or #method > 0 and method or all
    if #tests == 0 then
      warn('no test is ready for this file; save it, or :Goalline generate, or :Goalline method')
    else
      take({ uri = file.uri, tests = tests }, client)
    end
  end)
end

--- The states of goals that a list of what is left to do has.
local LISTED = { ready = true, missing = true, notKnown = true }

--- Possible faults and the goals that nothing covers, or of which that is not known, as a quickfix list.
local function quickfix()
  goals(function(file)
    local items = {}
    local function add(range, text, kind)
      table.insert(items, {
        filename = vim.uri_to_fname(file.uri),
        lnum = range.start.line + 1,
        col = range.start.character + 1,
        text = (text:gsub('`', '')),
        type = kind,
      })
    end
    for _, fault in ipairs(file.faults) do
      add(fault.range, fault.label, 'W')
    end
    for _, method in ipairs(file.methods) do
      for _, goal in ipairs(method.goals) do
        if LISTED[goal.state] then
          local notes = { goal.label }
          if goal.state == 'notKnown' then
            table.insert(notes, 'not known')
          end
          if #goal.tests > 0 then
            table.insert(notes, 'test ready: ' .. table.concat(goal.tests, ', '))
          elseif type(goal.note) == 'string' then
            table.insert(notes, goal.note)
          end
          add(goal.range, table.concat(notes, ' · '), #goal.tests > 0 and 'I' or 'N')
        end
      end
    end
    vim.fn.setqflist({}, ' ', { title = 'Goals', items = items })
    vim.cmd(#items > 0 and 'botright copen' or 'cclose')
    if #items == 0 then
      vim.notify('goalline: every goal that was measured is covered')
    end
  end)
end

--- The sub-commands of `:Goalline`.
M.commands = {
  --- Searches for tests of this buffer.
  generate = function()
    execute('goalline.generate', { vim.uri_from_bufnr(0) })
  end,
  --- Searches for tests of the method at the cursor alone.
  method = function()
    local line, column = unpack(vim.api.nvim_win_get_cursor(0))
    local place = { uri = vim.uri_from_bufnr(0), position = { line = line - 1, character = column } }
    execute('goalline.generateMethod', { place })
  end,
  --- Stops the search for this buffer.
  stop = function()
    execute('goalline.stop', { vim.uri_from_bufnr(0) })
  end,
  --- Searches no more on save.
  pause = function()
    execute('goalline.pause')
  end,
  --- Searches on save again.
  resume = function()
    execute('goalline.resume')
  end,
  --- Shows the ready tests at the cursor before they are inserted.
  preview = function()
    with_tests(function(chosen, client)
      require('goalline.preview').show(client, chosen)
    end)
  end,
  --- Inserts the ready tests at the cursor.
  insert = function()
    with_tests(function(chosen)
      execute('goalline.insert', { chosen })
    end)
  end,
  --- Lists the goals that nothing covers, or of which that is not known.
  goals = quickfix,
  --- Says what the server does with this buffer.
  status = function()
    local line = M.statusline()
    vim.notify(line ~= '' and line or 'goalline: nothing was measured here yet; save the file')
  end,
  --- Lets the server run the build and the code of this folder, now and later.
  trust = function()
    set_trust(true)
  end,
  --- Lets it run nothing of this folder any more.
  distrust = function()
    set_trust(false)
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
  --- Shows what a report of a bug needs.
  debug = function()
    local client = attached()
    if client then
      local command = { title = 'Debug information', command = 'goalline.debugInformation' }
      require('goalline.preview').read(client, command)
    end
  end,
  --- Opens Neovim's log of language servers.
  log = function()
    vim.cmd.tabedit(vim.lsp.log.get_filename())
  end,
}

return M
