-- Installed as a package, by the one line that the help names: the client attaches, the command and the help are there.

local function check()
  assert(vim.wait(200000, function()
    return #vim.lsp.get_clients({ name = 'goalline', bufnr = 0 }) == 1
  end, 50), 'the client does not attach')
  assert(vim.fn.exists(':Goalline') == 2, 'there is no :Goalline')
  vim.cmd('helptags ALL')
  vim.cmd('help goalline')
  assert(vim.api.nvim_buf_get_name(0):find('doc/goalline.txt', 1, true))
end
local ok, failure = pcall(check)
print(ok and 'ok: installed as a package' or failure)
vim.cmd(ok and 'qa!' or 'cquit')
