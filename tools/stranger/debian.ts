import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, REPOSITORY } from '../checks/source.ts'
import { npmSetting } from '../npm-setting.ts'
import { runCommand } from '../processes/run-command.ts'

const RELEASE = 'trixie'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Path of the repository inside, to clone from. */
export const CLONED_FROM = '/srv/aura'
const STAND_IN = '/usr/local/lib/systemctl.ts'

/** Debootstraps the release of Debian that the docs name into `root`, with what this machine has to be reached by. */
export async function makeDebian(root: string): Promise<void> {
  await succeed('debootstrap', ['--variant=minbase', RELEASE, root])
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const copy = (from: string, to: string) => {
    if (!existsSync(from)) return
    mkdirSync(dirname(join(root, to)), { recursive: true })
    copyFileSync(from, join(root, to))
  }
  copy('/etc/resolv.conf', 'etc/resolv.conf')
  copy(CERTIFICATES, 'usr/local/share/this-machine.crt')
  const npmrc = npmSetting('userconfig')
  if (npmrc !== null) copy(npmrc, 'root/.npmrc')
  mkdirSync(join(root, 'root/.npm'), { recursive: true })
  // The installation is thrown away, so packages needn't be synced to disk.
  write('etc/dpkg/dpkg.cfg.d/unsafe-io', 'force-unsafe-io\n')
  write('etc/apt/apt.conf.d/99answers', 'APT::Get::Assume-Yes "true";\n')
  copy(join(import.meta.dirname, 'systemctl.ts'), STAND_IN)
  for (const name of ['systemctl', 'journalctl']) {
    write(`usr/local/bin/${name}`, `#!/bin/sh\nexec node ${STAND_IN} ${name} "$@"\n`)
    chmodSync(join(root, 'usr/local/bin', name), 0o755)
  }
}

/** Puts this working tree there as a repository of one commit. Needs git. */
export async function addRepository(root: string): Promise<void> {
  const to = join(root, CLONED_FROM)
  // `.git` may be a file that leads to the real repository, as in a worktree.
  for (const path of listFiles(REPOSITORY).filter((each) => each !== '.git')) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(REPOSITORY, path), join(to, path))
  }
  const git = (...args: string[]) => succeed('git', ['-C', to, ...args])
  await git('init', '--quiet')
  await git('add', '--all')
  await git('-c', 'user.name=aura', '-c', 'user.email=aura@localhost', 'commit', '--quiet', '--message=tree')
}

async function succeed(program: string, args: string[]): Promise<void> {
  const { ok, output } = await runCommand(program, args)
  if (!ok) throw new Error(output)
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
 * A shell of root's in there, in namespaces of its own: whatever it started and mounted ends with it. What a block sets
 * and where it goes remains for the next.
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
        // As Debian's installer and its images for clouds set it.
        LANG: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        ROOT: root,
        NPM_CACHE: npmSetting('cache') ?? '',
        ...(isCertified ? { NPM_CONFIG_CAFILE: '/usr/local/share/this-machine.crt' } : {}),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    // Its end is what `run` reports.
    this.#child.stdin?.on('error', () => {})
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
        this.#heard()
      })
    }
    this.#child.once('exit', () => this.#heard())
    // Before the folder is removed.
    process.prependOnceListener('exit', () => this.#child.kill('SIGKILL'))
    this.#child.stdin?.write('set -e\n')
  }

  /** Returns what the commands print. Throws it when one fails, after which the shell is gone. */
  run(commands: string): Promise<string> {
    const done = `done ${randomBytes(8).toString('hex')}`
    this.#output = ''
    const file = '/tmp/commands'
    writeFileSync(join(this.#root, file), commands)
    // What reads its input must not take the commands after it.
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
