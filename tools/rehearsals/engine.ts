import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../processes/run-command.ts'

/** Maximum of open files in compose.yaml; this machine may allow fewer. */
const OPEN_FILES = 65_536

export interface Engine {
  /** Throws the whole output if it fails. */
  buildah(args: string[]): Promise<string>
  podman(args: string[]): Promise<string>
  /** Removes a container, even while this process exits. Fails silently. */
  removeNow(container: string): void
  /** Arguments for `podman run` that also work inside a container or a sandbox. */
  runArgs: string[]
}

/** Opens an engine that keeps images and containers in its own folder, apart from the machine's. */
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

/** Removes podman's warning that it can't time health checks without systemd, which each command prints. */
const withoutSystemd = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !line.includes('unable to get systemd connection'))
    .join('\n')
    .trim()

const openFilesLimit = (): number =>
  Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? OPEN_FILES)
