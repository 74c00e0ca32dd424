-- `:checkhealth goalline`: whether everything is there that the server needs, and what to do where it is not.

local M = {}

local function first_line(command, environment)
  local ok, process = pcall(vim.system, command, { text = true, env = environment })
  if not ok then
    return nil
  end
  local result = process:wait(10000)
  local text = (result.stdout ~= '' and result.stdout or result.stderr) or ''
  return result.code == 0 and vim.split(text, '\n')[1] or nil
end

function M.check()
  vim.health.start('goalline')
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim 0.11 or newer is needed')
    return
  end
  local config = vim.lsp.config.goalline
  local program = config and config.cmd[1] or 'goalline'
  -- Found where the server is: not in the project, whatever relative folders the PATH has.
  local environment = config and config.cmd_env
  local version = first_line({ program, '--version' }, environment)
  if version then
    vim.health.ok(('server: %s (%s)'):format(version, vim.fn.exepath(program)))
    local doctor = vim.system({ program, 'doctor' }, { text = true, env = environment }):wait(30000)
    local say = doctor.code == 0 and vim.health.ok or vim.health.error
    say('goalline doctor:\n' .. vim.trim((doctor.stdout or '') .. (doctor.stderr or '')))
  else
    vim.health.error(program .. ' cannot be run', {
      'build it with `cargo build --release` and put target/release on the PATH',
      "or name it: vim.lsp.config('goalline', { cmd = { '/path/to/goalline', 'serve' } })",
    })
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('goalline') then
    vim.health.warn('the server is not enabled', "add vim.lsp.enable('goalline') to your init.lua")
  end
  local clients = vim.lsp.get_clients({ name = 'goalline' })
  for _, client in ipairs(clients) do
    local information = client.server_info or {}
    vim.health.ok(('running: %s %s in %s'):format(information.name, information.version, client.root_dir))
  end
  if #clients == 0 then
    vim.health.info('not running; it starts with the first Java file')
  end
  local jdtls = #vim.lsp.get_clients({ name = 'jdtls' }) > 0
  vim.health.info(jdtls and 'jdtls runs: asked for the class path where there is no pom.xml' or 'no jdtls runs: the build is read alone')
  local maven = vim.fn.executable('mvn') == 1
  vim.health.info(maven and 'Maven: ' .. vim.fn.exepath('mvn') or 'no mvn on the PATH: a pom.xml cannot be read in full')
  vim.health.info('log: ' .. vim.lsp.log.get_filename())
end

return M
