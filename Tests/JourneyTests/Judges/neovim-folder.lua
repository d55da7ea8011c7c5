-- Follows a link from a folder of Markdown files that is no notebook to the folder above it.
local function jump()
  vim.o.hidden = true
  vim.cmd('edit deep/A.md')
  local isReady = vim.wait(60000, function()
    local client = vim.lsp.get_active_clients({ bufnr = 0 })[1]
    return client and client.initialized
  end, 10)
  if not isReady then error('no client') end
  vim.api.nvim_win_set_cursor(0, { 1, 3 })
  vim.lsp.buf.definition()
  if not vim.wait(60000, function() return vim.fn.expand('%:t') == 'B.md' end, 10) then error('no jump') end
end

local isDone, problem = pcall(jump)
if not isDone then
  io.stderr:write(problem .. '\n')
  vim.cmd('cquit 1')
end
vim.cmd('qall!')
