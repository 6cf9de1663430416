import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Permissions beyond the process's own module and folder. */
export interface SandboxGrant {
  /** Packages the process may read, with all their dependencies. */
  packages: readonly string[]
  folders?: readonly URL[]
  writable?: string
  extraCaCerts?: string | null
  isNative?: boolean
}

/**
 * Forks a process in Node's permission model: it reads no other file, writes none, and starts no process, thread or
 * worker; its environment is empty except for certificates. Native code isn't bound by that model, so nothing sensitive
 * is left within its reach.
 */
export function forkSandboxed(
  module: URL,
  { packages, folders = [], writable, extraCaCerts = null, isNative = false }: SandboxGrant,
): ChildProcess {
  const path = fileURLToPath(module)
  const whole = [dirname(path), ...folders.map((folder) => fileURLToPath(folder)), ...packageFolders(packages)]
  const readable = [...packageFiles(module), ...whole.map((folder) => join(folder, '*'))]
  const own = writable === undefined ? [] : [writable, join(writable, '*')]
  return fork(path, {
    serialization: 'advanced',
    execArgv: [
      '--permission',
      ...(isNative ? ['--allow-addons'] : []),
      ...[...readable, ...own].map((each) => `--allow-fs-read=${each}`),
      ...own.map((each) => `--allow-fs-write=${each}`),
    ],
    env: extraCaCerts === null ? {} : { NODE_EXTRA_CA_CERTS: extraCaCerts },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

/** Returns the package.json files by which Node determines the module type. */
function packageFiles(module: URL): string[] {
  const nearest = findPackageJSON(module)
  return nearest === undefined ? [] : [nearest]
}

function packageFolders(
  names: readonly string[],
  from: string = import.meta.url,
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const file = findInstalled(name, from)
    if (file === undefined || found.has(dirname(file))) continue
    // A workspace's package is a symlink, which is read by its own path and by the link's.
    const real = realpathSync(file)
    found.add(dirname(file)).add(dirname(real))
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(real, 'utf8')) as Dependencies
    packageFolders([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], real, found)
  }
  return found
}

interface Dependencies {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

function findInstalled(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    return undefined
  }
}
