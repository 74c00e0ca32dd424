-- What Neovim has of a user who was asked whether this folder is trusted, and said yes.

return function(folder)
  local file = vim.fs.joinpath(vim.fn.stdpath('state'), 'goalline', 'trusted')
  vim.fn.mkdir(vim.fs.dirname(file), 'p')
  vim.fn.writefile({ '+ ' .. vim.uv.fs_realpath(folder) }, file, 'a')
end
