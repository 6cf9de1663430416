/**
 * Replaces `systemctl` and `journalctl` in the Debian of `fresh-debian`, where systemd doesn't run: starts the command
 * of a unit and its drop-ins with their settings, credentials, user, rights and state directory. It neither hardens nor
 * restarts, and doesn't wait until a program is ready. It is copied there, so it imports nothing of the project.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system']
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin'
/** First uid of systemd's range for dynamic users. */
const DYNAMIC_ID = 61_184
const POLL_MS = 50
const DEFAULT_STOP_SECONDS = 90

/** Values of `[Service]` by their keys, in order. */
export type Unit = Map<string, string[]>

/** Reads a unit and its drop-ins. An empty value clears earlier ones. */
export function readUnit(texts: readonly string[]): Unit {
  const unit: Unit = new Map()
  for (const text of texts) {
    let section = ''
    for (const line of text.split('\n')) {
      const [, named] = /^\[(\w+)\]$/.exec(line.trim()) ?? []
      if (named !== undefined) section = named
      const [, key, value = ''] = /^(\w+)=(.*)$/.exec(line.trim()) ?? []
      if (section !== 'Service' || key === undefined) continue
      unit.set(key, value === '' ? [] : [...(unit.get(key) ?? []), value])
    }
  }
  return unit
}

/** Returns the environment of a unit; `read` returns the text of an EnvironmentFile. */
export function environmentOf(unit: Unit, credentials: string, read: (file: string) => string): Record<string, string> {
  const lines = [
    ...(unit.get('Environment') ?? []).flatMap((value) => value.split(/\s+/)),
    ...(unit.get('EnvironmentFile') ?? []).flatMap((file) => read(file).split('\n')),
  ]
  const pairs = lines.flatMap((line) => {
    const [, name, value = ''] = /^([A-Z]\w*)=(.*)$/.exec(line.trim()) ?? []
    return name === undefined ? [] : [[name, value.replaceAll('%d', credentials)] as const]
  })
  return Object.fromEntries(pairs)
}

const last = (unit: Unit, key: string): string | undefined => unit.get(key)?.at(-1)
const logOf = (name: string) => `/var/log/${name}.log`
const pidFileOf = (name: string) => `/run/${name}.pid`

function load(name: string): Unit {
  const file = FOLDERS.map((folder) => join(folder, `${name}.service`)).find(existsSync)
  if (file === undefined) throw new Error(`Unit ${name}.service not found`)
  const more = `/etc/systemd/system/${name}.service.d`
  const dropIns = existsSync(more) ? readdirSync(more).sort() : []
  return readUnit([file, ...dropIns.map((each) => join(more, each))].map((each) => readFileSync(each, 'utf8')))
}

interface User {
  uid: number
  gid: number
  home: string
}

function userOf(unit: Unit): User {
  if (last(unit, 'DynamicUser') === 'yes') return { uid: DYNAMIC_ID, gid: DYNAMIC_ID, home: '/' }
  const name = last(unit, 'User') ?? 'root'
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid, , home = '/'] = line?.split(':') ?? []
  if (uid === undefined) throw new Error(`There is no user ${name}`)
  return { uid: Number(uid), gid: Number(gid), home }
}

/** Makes a state directory. Like systemd, it only changes owners below a folder that has another owner. */
function makeStateDirectory(name: string, { uid, gid }: User): void {
  const shown = join('/var/lib', name)
  const real = join('/var/lib/private', name)
  // systemd closes this folder and shows each unit its own; here all units go through it.
  mkdirSync('/var/lib/private', { recursive: true, mode: 0o711 })
  if (existsSync(shown) && !existsSync(real)) renameSync(shown, real)
  mkdirSync(real, { recursive: true, mode: 0o700 })
  if (!existsSync(shown)) symlinkSync(real, shown)
  if (statSync(real).uid !== uid) execFileSync('chown', ['-R', `${uid}:${gid}`, real])
}

function loadCredentials(unit: Unit, folder: string, { uid, gid }: User): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  mkdirSync(folder, { mode: 0o500 })
  chownSync(folder, uid, gid)
  for (const credential of unit.get('LoadCredential') ?? []) {
    const [name = '', from = ''] = credential.split(':')
    copyFileSync(from, join(folder, name))
    chownSync(join(folder, name), uid, gid)
  }
}

/** Returns setpriv's arguments for a unit. */
function rightsOf(unit: Unit, { uid, gid }: User): string[] {
  const ambient = (last(unit, 'AmbientCapabilities') ?? '').toLowerCase().replaceAll('cap_', '+').split(/\s+/)
  const kept = ambient.filter((name) => name !== '').join(',')
  return [
    ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
    ...(kept === '' ? [] : [`--inh-caps=${kept}`, `--ambient-caps=${kept}`]),
    ...(unit.has('CapabilityBoundingSet') ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    ...(last(unit, 'NoNewPrivileges') === 'yes' ? ['--no-new-privs'] : []),
  ]
}

function start(name: string): void {
  if (pidOf(name) !== null) return
  const unit = load(name)
  const user = userOf(unit)
  const credentials = `/run/credentials/${name}.service`
  const state = last(unit, 'StateDirectory')
  if (state !== undefined) makeStateDirectory(state, user)
  loadCredentials(unit, credentials, user)
  const log = openSync(logOf(name), 'a', 0o600)
  const child = spawn('setpriv', [...rightsOf(unit, user), ...(last(unit, 'ExecStart') ?? '').split(/\s+/)], {
    cwd: last(unit, 'WorkingDirectory') ?? '/',
    env: { PATH, HOME: user.home, ...environmentOf(unit, credentials, (file) => readFileSync(file, 'utf8')) },
    stdio: ['ignore', log, log],
    detached: true,
  })
  child.unref()
  writeFileSync(pidFileOf(name), String(child.pid))
}

async function stop(name: string): Promise<void> {
  const pid = pidOf(name)
  if (pid === null) return
  const seconds = Number.parseInt(last(load(name), 'TimeoutStopSec') ?? '', 10) || DEFAULT_STOP_SECONDS
  process.kill(pid, 'SIGTERM')
  for (const untilMs = Date.now() + seconds * 1_000; pidOf(name) !== null && Date.now() < untilMs; )
    await pause(POLL_MS)
  if (pidOf(name) === null) return
  process.kill(pid, 'SIGKILL')
  throw new Error(`${name}.service did not stop within ${seconds} s`)
}

function pidOf(name: string): number | null {
  const file = pidFileOf(name)
  const pid = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return pid !== '' && existsSync(`/proc/${pid}`) ? Number(pid) : null
}

async function systemctl(args: string[]): Promise<void> {
  const [verb = '', ...names] = args.filter((arg) => !arg.startsWith('-'))
  if (verb === 'daemon-reload') return
  const isNow = verb !== 'enable' || args.includes('--now')
  for (const name of names) {
    if (verb === 'stop' || verb === 'restart') await stop(name)
    else if (verb !== 'start' && verb !== 'enable') throw new Error(`systemctl ${verb}: not known here`)
    if (verb !== 'stop' && isNow) start(name)
  }
}

if (import.meta.main) {
  const [as = '', ...args] = process.argv.slice(2)
  try {
    if (basename(as) === 'systemctl') await systemctl(args)
    else process.stdout.write(readFileSync(logOf(args[args.indexOf('-u') + 1] ?? ''), 'utf8'))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
