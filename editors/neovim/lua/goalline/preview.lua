-- A test before it is inserted: its text and what it covers in a floating window; <CR> inserts it, q closes the window.

local M = {}

--- The lines of a preview.
local function lines_of(preview)
  local lines = {}
  for _, test in ipairs(preview.tests) do
    for _, goal in ipairs(test.covers) do
      table.insert(lines, '// covers ' .. goal)
    end
    vim.list_extend(lines, vim.split(test.source, '\n'))
    table.insert(lines, '')
  end
  table.remove(lines)
  return lines
end

--- A window at the cursor with Java in it; q closes it.
local function open(lines, title, footer)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = 'wipe'
  -- Colours without a file type: no language server should take a preview for a class.
  vim.bo[buffer].syntax = 'java'
  local widest = 40
  for _, line in ipairs(lines) do
    widest = math.max(widest, vim.fn.strdisplaywidth(line))
  end
  local window = vim.api.nvim_open_win(buffer, true, {
    relative = 'cursor',
    row = 1,
    col = 0,
    width = math.min(widest, math.max(vim.o.columns - 4, 20)),
    height = math.min(#lines, math.max(vim.o.lines - 6, 5)),
    style = 'minimal',
    border = 'rounded',
    title = ' ' .. title .. ' ',
    footer = ' ' .. footer .. ' ',
  })
  local function close()
    if vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_close(window, true)
    end
  end
  vim.keymap.set('n', 'q', close, { buffer = buffer, nowait = true })
  return buffer, close
end

--- Executes a command of the server that answers with a text, and shows the text.
---@param client vim.lsp.Client?
---@param command { title: string, command: string, arguments: any[] }
function M.read(client, command)
  if not client then
    return
  end
  local params = { command = command.command, arguments = command.arguments }
  client:request('workspace/executeCommand', params, function(failure, text)
    if failure or type(text) ~= 'string' then
      vim.notify('goalline: ' .. (failure and failure.message or 'nothing to show'), vim.log.levels.WARN)
      return
    end
    open(vim.split(text, '\n'), command.title, 'q close')
  end)
end

--- Shows what inserting these tests would do.
---@param client vim.lsp.Client?
---@param chosen { uri: string, tests: string[] }
function M.show(client, chosen)
  if not client then
    return
  end
  local params = { command = 'goalline.preview', arguments = { chosen } }
  client:request('workspace/executeCommand', params, function(failure, preview)
    if failure or not preview then
      vim.notify('goalline: ' .. (failure and failure.message or 'no preview'), vim.log.levels.WARN)
      return
    end
    local title = preview.title .. (preview.isNew and ' (new file)' or '')
    local buffer, close = open(lines_of(preview), title, '<CR> insert · q close')
    vim.keymap.set('n', '<CR>', function()
      close()
      client:exec_cmd({ title = 'Insert tests', command = 'goalline.insert', arguments = { chosen } })
    end, { buffer = buffer, nowait = true })
  end)
end

return M
