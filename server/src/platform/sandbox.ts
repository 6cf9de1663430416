import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Permissions of a sandboxed process beyond its own module and folder. */
export interface SandboxGrant {
  /** With all that they depend on. */
  packages: readonly string[]
  /** Folders of code it reads. */
  folders?: readonly URL[]
  /** The one folder it writes. */
  writable?: string
  /** File of certificates that it trusts as well, for requests over TLS. */
  extraCaCerts?: string | null
  /** Do the packages have native code? */
  isNative?: boolean
}

/**
 * Starts a module in a process that may use what it is granted and nothing else: by Node's permission model it reads no
 * other file, writes none, and starts no process, thread or worker; its environment is empty but
 * for the certificates it is to trust. The native code of a
 * package is not held by that model, so nothing is there for it to find either.
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

/** The files by which Node tells what kind of module one is. */
function packageFiles(module: URL): string[] {
  const nearest = findPackageJSON(module)
  return nearest === undefined ? [] : [nearest]
}

/** The folders of packages and of all that they depend on, as far as it is installed. */
function packageFolders(
  names: readonly string[],
  from: string = import.meta.url,
  found = new Set<string>(),
): Set<string> {
  for (const name of names) {
    const file = findInstalled(name, from)
    if (file === undefined || found.has(dirname(file))) continue
    // A workspace's package is a link: it is read by its own path and by the link's.
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
    // Optional, and for another system.
    return undefined
  }
}
