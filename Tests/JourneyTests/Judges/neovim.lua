-- Edits a notebook in Neovim as a person does: completes a link, follows it, renames its target, saves and seals.
local function fail(what)
  -- What went before, as the editor and the server saw it.
  local log = vim.fn.filereadable(vim.lsp.get_log_path()) == 1 and vim.fn.readfile(vim.lsp.get_log_path(), '', -5) or {}
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  io.stderr:write(table.concat({
    what, 'in ' .. vim.fn.expand('%') .. (vim.bo.modified and ' (not saved): ' or ': ') .. table.concat(lines, ' | '),
    'messages: ' .. vim.fn.execute('messages'), 'log: ' .. table.concat(log, ' | '), '',
  }, '; '))
  vim.cmd('cquit 1')
end
-- As long as a machine that does much else may take.
local patience = 60000
local function wait(what, test)
  if not vim.wait(patience, test, 10) then error('no ' .. what) end
end
local function line() return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] end

local function edit()
  vim.o.hidden = true
  vim.cmd('edit notes/A.md')
  wait('client', function()
    local client = vim.lsp.get_active_clients()[1]
    return client and client.initialized and #vim.lsp.get_active_clients({ bufnr = 0 }) > 0
  end)
  local client = vim.lsp.get_active_clients()[1]

  vim.api.nvim_buf_set_lines(0, 0, -1, false, { '😀 See [[Bre' })
  local place = vim.lsp.util.make_position_params()
  local _, column = vim.str_utfindex(line())
  -- Behind the last letter, as in insert mode.
  place.position.character = column
  local answer = vim.lsp.buf_request_sync(0, 'textDocument/completion', place, patience)
  if not answer or not answer[client.id].result then error('no completion: ' .. vim.inspect(answer)) end
  local item = answer[client.id].result.items[1]
  vim.lsp.util.apply_text_edits({ item.textEdit }, 0, client.offset_encoding)
  if line() ~= '😀 See [[Bread]]' then error('completed as ' .. line()) end

  vim.api.nvim_win_set_cursor(0, { 1, 13 })
  vim.lsp.buf.definition()
  wait('jump', function() return vim.fn.expand('%:t') == 'Bread.md' end)

  vim.cmd('edit notes/A.md')
  vim.api.nvim_win_set_cursor(0, { 1, 13 })
  vim.lsp.buf.rename('Loaf')
  wait('renamed link', function() return line() == '😀 See [[Loaf]]' end)
  vim.api.nvim_buf_set_lines(0, 1, 1, false, { '[[nothing]]' })
  wait('finding', function() return #vim.diagnostic.get(0) > 0 end)
  vim.api.nvim_buf_set_lines(0, 1, 2, false, {})
  wait('mended finding', function()
    return #vim.tbl_filter(function(found) return found.code == 'NB603' end, vim.diagnostic.get(0)) == 0
  end)
  vim.cmd('wall')

  -- Sealing changes the date in the open text, which has to be saved.
  local sealed, refused = client.request_sync(
    'workspace/executeCommand', { command = 'bundle.seal', arguments = { vim.uri_from_bufnr(0) } }, patience)
  if refused or sealed.err then error('not sealed: ' .. vim.inspect(refused or sealed.err)) end
  wait('date', function() return vim.bo.modified end)
  vim.cmd('wall')
  wait('sealed notebook', function()
    return table.concat(vim.fn.readfile('manifest.json')):find('notes/Loaf.md', 1, true)
  end)
end

local isDone, problem = pcall(edit)
if not isDone then fail(problem) end
vim.cmd('qall!')
