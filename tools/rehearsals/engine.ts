import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../processes/run-command.ts'

/** As in compose.yaml, where this machine allows it. */
const OPEN_FILES = 65_536

export interface Engine {
  /** Throws with the whole output when it fails. */
  buildah(args: string[]): Promise<string>
  podman(args: string[]): Promise<string>
  /** Removes a container, also when this process is asked to exit. Fails silently. */
  removeNow(container: string): void
  /** For `podman run`: works inside of a container or a sandbox, too. */
  runArgs: string[]
}

/** Images and containers in a folder of their own, so that those of the machine are left alone. */
export function openEngine(folder: string): Engine {
  mkdirSync(folder, { recursive: true })
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const runtime = ['--tmpdir', join(folder, 'tmp'), '--cgroup-manager', 'cgroupfs', '--runtime', 'runc']
  const run = async (program: string, args: string[]) => {
    const { ok, output } = await runCommand(program, args)
    if (!ok) throw new Error(`${program} ${args.join(' ')}\n${output}`)
    return withoutSystemd(output)
  }
  const files = Math.min(OPEN_FILES, openFilesLimit())
  return {
    buildah: (args) => run('buildah', [...storage, ...args]),
    podman: (args) => run('podman', [...storage, ...runtime, ...args]),
    removeNow(container) {
      spawnSync('podman', [...storage, ...runtime, 'rm', '--force', '--ignore', '--volumes', container])
    },
    runArgs: ['--network', 'host', '--ulimit', `nofile=${files}:${files}`, '--ulimit', 'nproc=4096:4096'],
  }
}

/** Without systemd podman can't time health checks, and says so at each command. */
const withoutSystemd = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !line.includes('unable to get systemd connection'))
    .join('\n')
    .trim()

const openFilesLimit = (): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? OPEN_FILES)
