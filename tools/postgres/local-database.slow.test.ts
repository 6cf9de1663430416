import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockHolder } from '../../server/src/platform/lock-directory.ts'
import { isPortFree } from '../processes/free-port.ts'
import { clusterPlace, readRunning } from './cluster.ts'
import { type LocalDatabase, openLocalDatabase } from './local-database.ts'
import { isRoot, reachableTempFolder } from './postgres-files.ts'

const SOON = { timeout: 30_000, interval: 50 }

let root: string
let dataDir: string
const opened: LocalDatabase[] = []
const commands: ChildProcess[] = []
beforeEach(() => {
  root = mkdtempSync(join(reachableTempFolder(), 'aura-local-database-'))
  chmodSync(root, 0o755)
  dataDir = join(root, 'data')
})
afterEach(async () => {
  for (const command of commands.splice(0)) command.kill('SIGKILL')
  for (const database of opened.splice(0)) await database.stop()
  await vi.waitFor(() => expect(supervisor()).toBeNull(), SOON)
  rmSync(root, { recursive: true, force: true })
})

const supervisor = () => lockHolder(`${clusterPlace(dataDir)}.lock`)

async function open(): Promise<LocalDatabase> {
  const database = await openLocalDatabase(dataDir, () => {})
  opened.push(database)
  return database
}

/** Starts another command, which uses the database until it is killed. */
async function command(): Promise<{ child: ChildProcess; lines: Interface; url: string }> {
  const program = `
    const { openLocalDatabase } = await import('./local-database.ts')
    console.log((await openLocalDatabase(${JSON.stringify(dataDir)}, () => {})).url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  commands.push(child)
  const lines = createInterface({ input: child.stdout })
  const [url] = await once(lines, 'line')
  return { child, lines, url }
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const portOf = (url: string) => Number(new URL(url).port)
const untilStopped = (url: string) => vi.waitFor(async () => expect(await isPortFree(portOf(url))).toBe(true), SOON)

describe('the PostgreSQL of a DATA_DIR', () => {
  it('is durable, kept, and for those who may read the folder', async () => {
    mkdirSync(dataDir, { mode: 0o755 })
    const first = await open()
    for (const name of ['fsync', 'synchronous_commit', 'full_page_writes'])
      expect(await ask(first.url, `show ${name}`)).toEqual([{ [name]: 'on' }])
    await ask(first.url, 'create table kept as select 1 as n')
    const [other, none] = [new URL(first.url), new URL(first.url)]
    other.password = 'guessed'
    none.password = ''
    await expect(ask(other.href, 'select 1')).rejects.toThrow('password authentication failed')
    await expect(ask(none.href, 'select 1')).rejects.toThrow('password')
    const modes = [dataDir, clusterPlace(dataDir), join(clusterPlace(dataDir), 'aura.password')].map(
      (path) => statSync(path).mode & 0o777,
    )
    expect(modes).toEqual([isRoot() ? 0o710 : 0o700, 0o700, 0o600])
    await first.stop()
    expect(await isPortFree(portOf(first.url))).toBe(true)
    expect(await ask((await open()).url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('is one for all commands, also for those that start together, and runs until the last has ended', async () => {
    const all = await Promise.all([command(), command(), open()])
    const [first, second, own] = all
    expect(new Set(all.map(({ url }) => url)).size).toBe(1)
    await own.stop()
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    expect(await ask(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
    second.child.kill('SIGKILL')
    await untilStopped(own.url)
  })

  it('stops when its only command is killed, and says so to one that loses it', async () => {
    const { child, url } = await command()
    await ask(url, 'create table kept as select 1 as n')
    child.kill('SIGKILL')
    await untilStopped(url)
    const next = await open()
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 1 }])
    process.kill(readRunning(realpathSync(clusterPlace(dataDir)))?.pid ?? 0, 'SIGKILL')
    expect(await next.lost).toMatch(/^PostgreSQL /)
  })

  it('is ended and started again when its supervisor was killed, too', async () => {
    const { child, url } = await command()
    process.kill(supervisor() ?? 0, 'SIGKILL')
    const joined = await open()
    // The command still uses it.
    expect(joined.url).toBe(url)
    await joined.stop()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await isPortFree(portOf(url))).toBe(false)
    const next = await open()
    expect(await ask(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(await isPortFree(portOf(url))).toBe(true)
  })

  it('starts beside what a crash left, also if its number is that of another process by now', async () => {
    await (await open()).stop()
    const folder = realpathSync(clusterPlace(dataDir))
    writeFileSync(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n1\n\n127.0.0.1\n`)
    expect(await ask((await open()).url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it.runIf(isRoot())('is elsewhere, behind a link, where root alone can enter', async () => {
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    dataDir = join(home, 'data')
    const said: string[] = []
    const first = await openLocalDatabase(dataDir, (line) => said.push(line))
    await ask(first.url, 'create table kept as select 1 as n')
    await first.stop()
    const folder = realpathSync(clusterPlace(dataDir))
    expect(lstatSync(clusterPlace(dataDir)).isSymbolicLink()).toBe(true)
    expect(said).toEqual([expect.stringContaining(`The database is in ${folder}: `)])
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toMatch(/^\d+\n/)
    const second = await openLocalDatabase(dataDir, (line) => said.push(line))
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
    expect(said).toHaveLength(1)
    rmSync(folder, { recursive: true })
  })
})
