-- The command `:Goalline` with completion; everything else is loaded when it is used.

if vim.g.loaded_goalline then
  return
end
vim.g.loaded_goalline = true

vim.api.nvim_create_user_command('Goalline', function(call)
  local command = require('goalline').commands[call.args]
  if command then
    command()
  else
    vim.notify('goalline: there is no :Goalline ' .. call.args, vim.log.levels.ERROR)
  end
end, {
  nargs = 1,
  desc = 'Goalline: coverage goals and ready tests',
  complete = function(start)
    local names = vim.tbl_keys(require('goalline').commands)
    table.sort(names)
    return vim.tbl_filter(function(name)
      return vim.startswith(name, start)
    end, names)
  end,
})
