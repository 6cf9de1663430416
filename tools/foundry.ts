import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type CommandResult, runCommand } from './processes/run-command.ts'

/** Processor names in npm's platform packages. */
const PROCESSORS: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }

const root = join(import.meta.dirname, '..')

/** Returns the path of the program itself: npm's wrapper would die first and leave it running. */
export function foundryProgram(tool: 'anvil' | 'forge'): string {
  const platform = `@foundry-rs/${tool}-${process.platform}-${PROCESSORS[process.arch] ?? process.arch}`
  const name = process.platform === 'win32' ? `${tool}.exe` : tool
  const wrapper = folderOf(`@foundry-rs/${tool}`)
  const places = wrapper ? [join(wrapper, name), join(wrapper, '../..', platform, 'bin', name)] : []
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error(`There is no ${tool} for this machine (npm package ${platform})`)
  return found
}

function folderOf(packageName: string): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`))
  } catch {
    return null
  }
}

/** Runs forge without network access. */
export function runForge(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  return runCommand(foundryProgram('forge'), [...args, '--offline', '--root', '.'], {
    cwd: root,
    env: { ...env, FOUNDRY_CONFIG: join(root, 'contracts/foundry.toml') },
  })
}
