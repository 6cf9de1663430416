import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, REPOSITORY } from '../checks/source.ts'
import { npmCli, npmSetting } from '../npm-setting.ts'
import { runCommand } from '../processes/run-command.ts'
import type { Engine } from './engine.ts'

/** The release of Debian that the docs name. */
const RELEASE = 'trixie'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Path of the repository inside the Debian, to clone from. */
export const CLONED_FROM = '/srv/aura'
const STAND_IN = '/usr/local/lib/systemctl.ts'

async function succeed(program: string, args: string[]): Promise<void> {
  const { ok, output } = await runCommand(program, args)
  if (!ok) throw new Error(output)
}

const bootstrap = (root: string) => succeed('debootstrap', ['--variant=minbase', RELEASE, root])

/** Copies a file of this machine if it exists. */
function copy(from: string, root: string, to = from): void {
  if (!existsSync(from)) return
  mkdirSync(dirname(join(root, to)), { recursive: true })
  copyFileSync(from, join(root, to))
}

/**
 * Returns the name of a base like node:24-slim for a machine without an image registry: Debian with this Node, npm and
 * this machine's certificates. The engine keeps it for later runs.
 */
export async function debianBase(engine: Engine, folder: string): Promise<string> {
  const name = `localhost/aura-base:${RELEASE}-node${process.versions.node}`
  if ((await engine.buildah(['images', '--format', '{{.Name}}:{{.Tag}}'])).split('\n').includes(name)) return name
  const root = join(folder, 'base')
  rmSync(root, { recursive: true, force: true })
  await bootstrap(root)
  const npm = dirname(dirname(realpathSync(npmCli() ?? npmInPath())))
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  copy(CERTIFICATES, root)
  const trust = `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES} NPM_CONFIG_CAFILE=${CERTIFICATES}\n`
  const file = join(folder, 'base.Containerfile')
  writeFileSync(file, `FROM scratch\nCOPY . /\n${existsSync(CERTIFICATES) ? trust : ''}`)
  await engine.buildah(['bud', '--isolation', 'chroot', '--format', 'docker', '--file', file, '--tag', name, root])
  rmSync(root, { recursive: true, force: true })
  return name
}

const npmInPath = (): string => spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim()

/** Makes a Debian in `root` with this machine's network settings and this working tree as a repository to clone. */
export async function makeDebian(root: string): Promise<void> {
  await bootstrap(root)
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  copy('/etc/resolv.conf', root)
  copy(CERTIFICATES, root, 'usr/local/share/this-machine.crt')
  copy(npmSetting('userconfig') ?? '', root, 'root/.npmrc')
  mkdirSync(join(root, 'root/.npm'), { recursive: true })
  // The installation is thrown away, so packages needn't be synced to disk.
  write('etc/dpkg/dpkg.cfg.d/unsafe-io', 'force-unsafe-io\n')
  write('etc/apt/apt.conf.d/99answers', 'APT::Get::Assume-Yes "true";\n')
  copy(join(import.meta.dirname, 'systemctl.ts'), root, STAND_IN)
  for (const name of ['systemctl', 'journalctl']) {
    write(`usr/local/bin/${name}`, `#!/bin/sh\nexec node ${STAND_IN} ${name} "$@"\n`)
    chmodSync(join(root, 'usr/local/bin', name), 0o755)
  }
  const to = join(root, CLONED_FROM)
  // `.git` may be a file that points to the real repository, as in a worktree.
  for (const path of listFiles(REPOSITORY).filter((each) => each !== '.git')) copy(join(REPOSITORY, path), to, path)
  const git = (...args: string[]) => succeed('git', ['-C', to, ...args])
  await git('init', '--quiet')
  await git('add', '--all')
  await git('-c', 'user.name=aura', '-c', 'user.email=aura@localhost', 'commit', '--quiet', '--message=tree')
}

const ENTER = `
if [ -n "$NPM_CACHE" ]; then mount --bind "$NPM_CACHE" "$ROOT/root/.npm"; fi
mount -t proc proc "$ROOT/proc"
mount -t tmpfs tmpfs "$ROOT/dev/shm"
mount -t tmpfs tmpfs "$ROOT/run"
mkdir -p "$ROOT/run/lock"
unset NPM_CACHE
exec chroot "$ROOT" /bin/bash`

/**
 * A root shell in the Debian, in namespaces of its own, so that every process and mount ends with it. Variables and the
 * current folder last from one block to the next.
 */
export class Shell {
  readonly #child: ChildProcess
  readonly #root: string
  #output = ''
  #heard = () => {}

  constructor(root: string) {
    this.#root = root
    const isCertified = existsSync(join(root, 'usr/local/share/this-machine.crt'))
    const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
    this.#child = spawn('unshare', [...namespaces, '/bin/sh', '-euc', ENTER], {
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        // Debian's installer and cloud images set the same.
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        ROOT: root,
        NPM_CACHE: npmSetting('cache') ?? '',
        ...(isCertified ? { NPM_CONFIG_CAFILE: '/usr/local/share/this-machine.crt' } : {}),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    // `run` reports the shell's end.
    this.#child.stdin?.on('error', () => {})
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
        this.#heard()
      })
    }
    this.#child.once('exit', () => this.#heard())
    // The shell ends before the folder is removed.
    process.prependOnceListener('exit', () => this.#child.kill('SIGKILL'))
    this.#child.stdin?.write('set -e\n')
  }

  /** Returns the commands' output. Throws it if one fails, after which the shell is gone. */
  run(commands: string): Promise<string> {
    const done = `done ${randomBytes(8).toString('hex')}`
    this.#output = ''
    const file = '/tmp/commands'
    writeFileSync(join(this.#root, file), commands)
    // A command that reads its input must not take the commands after it.
    this.#child.stdin?.write(`. ${file} < /dev/null\necho "${done}"\n`)
    return new Promise((resolve, reject) => {
      this.#heard = () => {
        if (this.#output.includes(`${done}\n`)) resolve(this.#output.replace(`${done}\n`, ''))
        else if (this.#child.exitCode !== null || this.#child.signalCode !== null) reject(new Error(this.#output))
      }
      this.#heard()
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) return resolve()
      this.#child.once('exit', () => resolve())
      this.#child.kill('SIGKILL')
    })
  }
}
