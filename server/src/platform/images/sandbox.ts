import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Starts a module in a process that may use `packages` and nothing else: by Node's permission model it reads no file but
 * theirs and those beside the module, writes none, and starts no process, thread or worker; its environment is empty.
 * The native code of a package is not held by that model, so nothing is there for it to find either.
 */
export function forkSandboxed(module: URL, packages: readonly string[]): ChildProcess {
  const path = fileURLToPath(module)
  const folders = [dirname(path), ...packageFolders(packages, import.meta.url)]
  const readable = [...packageFiles(module), ...folders.map((folder) => join(folder, '*'))]
  return fork(path, {
    serialization: 'advanced',
    execArgv: ['--permission', '--allow-addons', ...readable.map((each) => `--allow-fs-read=${each}`)],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** The files by which Node tells what kind of module one is. */
function packageFiles(module: URL): string[] {
  const nearest = findPackageJSON(module)
  return nearest === undefined ? [] : [nearest]
}

/** The folders of packages and of all that they depend on, as far as it is installed. */
function packageFolders(names: readonly string[], from: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const file = findInstalled(name, from)
    if (file === undefined || found.has(dirname(file))) continue
    found.add(dirname(file))
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Dependencies
    packageFolders([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], file, found)
  }
  return found
}

interface Dependencies {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function findInstalled(name: string, from: string): string | undefined {
  try {
    const file = findPackageJSON(name, from)
    return file === undefined ? undefined : realpathSync(file)
  } catch {
    // Optional, and for another system.
    return undefined
  }
}
