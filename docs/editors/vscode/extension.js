// Starts `bundle lsp` for Markdown files. Untried: `npm install` in this folder, then link it into ~/.vscode/extensions.
const { workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

exports.activate = () => {
  const settings = workspace.getConfiguration('bundle')
  client = new LanguageClient(
    'bundle',
    'Notebundle',
    { command: settings.get('path'), args: ['lsp'] },
    {
      documentSelector: [{ scheme: 'file', language: 'markdown' }],
      initializationOptions: { sealOnSave: settings.get('sealOnSave') },
      synchronize: { configurationSection: 'bundle' },
    }
  )
  return client.start()
}

exports.deactivate = () => client?.stop()
