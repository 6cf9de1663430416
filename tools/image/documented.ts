import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../processes/run-command.ts'

const root = join(import.meta.dirname, '../..')
const DOCS = 'docs/running.md'

/** Returns the commands with which the docs prepare `deploy/`, up to those for the engine. Throws when they are gone. */
export function documentedCommands(docs: string): string {
  const [, section = ''] = /^## Containers\n([\s\S]*?)^## /m.exec(docs) ?? []
  const [, block = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(section) ?? []
  const lines = block.split('\n')
  const end = lines.indexOf('cd ../..')
  if (end < 1) throw new Error(`${DOCS} doesn't say how to prepare containers`)
  return lines.slice(0, end).join('\n')
}

/** Runs them in a copy of `deploy/` below `folder`, with the nodes and the key that the docs leave out. */
export async function prepareDeploy(folder: string, given: { rpcUrls: string; signerKey: string }): Promise<string> {
  const deploy = join(folder, 'deploy')
  mkdirSync(deploy, { recursive: true })
  cpSync(join(root, 'deploy/aura.env.example'), join(deploy, 'aura.env.example'))
  const commands = documentedCommands(readFileSync(join(root, DOCS), 'utf8'))
  const filled = commands.replace('https://…,https://…', given.rpcUrls).replace('0x…', given.signerKey)
  if (filled.includes('…')) throw new Error(`${DOCS} leaves more to fill in than nodes and signer key`)
  const done = await runCommand('sh', ['-euc', filled], { cwd: folder })
  if (!done.ok) throw new Error(`${filled}\n${done.output}`)
  return deploy
}
