-- The language server as Neovim starts it: `vim.lsp.enable('goalline')` is all it needs. Works without the rest of the plugin, too.

--- The outermost folder with a build file, so that the modules of one build share one server.
local function root(buffer, on_root)
  local markers = { 'pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts' }
  local folder, found = vim.fs.dirname(vim.api.nvim_buf_get_name(buffer)), nil
  while folder do
    for _, marker in ipairs(markers) do
      if vim.uv.fs_stat(vim.fs.joinpath(folder, marker)) then
        found = folder
      end
    end
    local parent = vim.fs.dirname(folder)
    folder = parent ~= folder and parent or nil
  end
  on_root(found or vim.fs.root(buffer, '.git') or vim.fs.dirname(vim.api.nvim_buf_get_name(buffer)))
end

-- What the plugin adds to the protocol; this file alone has nothing of it, and the server knows.
local has_plugin, client = pcall(require, 'goalline.client')
if not has_plugin then
  client = { handlers = { ['goalline/status'] = function() end } }
end

---@type vim.lsp.Config
return {
  cmd = { vim.env.GOALLINE_SERVER or 'goalline', 'serve', '--stdio' },
  filetypes = { 'java' },
  root_dir = root,
  settings = { goalline = vim.empty_dict() },
  capabilities = client.capabilities,
  handlers = client.handlers,
  commands = client.commands,
}
