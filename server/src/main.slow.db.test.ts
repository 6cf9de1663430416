import { spawn, spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collector } from '../../tests/server/collector.ts'
import { compileCache } from '../../tests/server/compile-cache.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { startNats } from '../../tests/server/nats/start-nats.ts'
import { openPg } from './platform/db/connection/open-pg.ts'

const SLOW = { timeout: 240_000 }
const main = join(import.meta.dirname, 'main.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-main-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (env: Record<string, string>) =>
  spawnSync(process.execPath, [main], {
    cwd: folder,
    env: { ...compileCache(), PATH: '/nowhere', DATA_DIR: folder, ...env },
    encoding: 'utf8',
    // A server that started anyway would not exit.
    timeout: 100_000,
  })

const CHAIN_SETTINGS = {
  RPC_URLS: 'https://rpc.example',
  VOUCH_CONTRACT: `0x${'1'.repeat(40)}`,
  STEEZE_CONTRACT: `0x${'2'.repeat(40)}`,
  START_BLOCK: '1',
  STEEZE_SIGNER_KEY: `0x${'7654321089abcdef'.repeat(4)}`,
}

const REFUSED_FOR_TWO = [
  'Aura cannot start with these settings:',
  expect.stringMatching(/^DATABASE_URL: /),
  expect.stringMatching(/^PUBLIC_URL: /),
  '',
]

it('does not start with settings it cannot use, and names them all', () => {
  const { status, stdout, stderr } = start({
    CHAIN: 'base',
    ...CHAIN_SETTINGS,
    HASH_KEY: 'a secret of more than thirty-two characters',
    METRICS_TOKEN: 'a token of the operator',
  })
  expect(stderr.split('\n')).toEqual(REFUSED_FOR_TWO)
  expect([status, stdout]).toEqual([1, ''])
})

it('reads .env, but the environment takes precedence', () => {
  writeFileSync(
    join(folder, '.env'),
    `CHAIN=base\nHASH_KEY=${'a-secret-of-more-than-thirty-two-characters'}\nMETRICS_TOKEN=short\n`,
  )
  const { status, stderr } = start({ ...CHAIN_SETTINGS, METRICS_TOKEN: 'a token of the operator' })
  expect(stderr.split('\n')).toEqual(REFUSED_FOR_TWO)
  expect(status).toBe(1)
})

async function occupant(): Promise<{ server: Server; port: number }> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer()
  const isThere = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  return isThere ? { server, port } : occupant()
}

it('reports an unreachable database or a taken port in one sentence', async () => {
  const away = start({ DATABASE_URL: 'postgres://127.0.0.1:1/aura' })
  expect(away.stderr).toBe("Can't use the PostgreSQL server at DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n")
  expect(away.status).toBe(1)

  const { server, port } = await occupant()
  const taken = start({ DATABASE_URL: await newPostgresDatabase(), PORT: String(port), LOG_LEVEL: 'silent' })
  server.close()
  expect(taken.stderr).toBe(`Port ${port} is in use by another program. Set PORT to another one.\n`)
  expect(taken.status).toBe(1)
})

/** A preload that lists every loaded module of OpenTelemetry's SDK; the client for Prometheus loads its API. */
const WATCH = `
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    if (/@opentelemetry[/](?!api[/])/.test(url)) appendFileSync('loaded', url + '\\n')
    return next(url, context)
  },
})`

/** Runs a server until it is ready and `use` is done. Returns the modules of OpenTelemetry's SDK that it loaded. */
async function loadedBy(env: Record<string, string>, use: (url: string) => Promise<void>): Promise<string[]> {
  writeFileSync(join(folder, 'loaded'), '')
  writeFileSync(join(folder, 'watch.mjs'), WATCH)
  const { server, port } = await occupant()
  await new Promise((resolve) => server.close(resolve))
  const child = spawn(process.execPath, ['--import', './watch.mjs', main], {
    cwd: folder,
    env: {
      ...compileCache(),
      PATH: '/nowhere',
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DEMO_DATA: 'off',
      DATABASE_URL: await newPostgresDatabase(),
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  for await (const [message] of on(child, 'message', { signal: AbortSignal.timeout(200_000) })) {
    if ((message as { type: string }).type === 'ready') break
  }
  await use(`http://127.0.0.1:${port}`)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  return readFileSync(join(folder, 'loaded'), 'utf8').split('\n').filter(Boolean)
}

it('loads OpenTelemetry, exports traces and connects to NATS only where the settings name them', async () => {
  const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text()
  const readConfig = async (url: string) => expect((await fetch(`${url}/api/config`)).status).toBe(200)
  const loadedWithout = await loadedBy({}, async (url) => {
    await readConfig(url)
    expect(await metrics(url)).not.toContain('nats_connected')
  })
  expect(loadedWithout).toEqual([])

  const [collecting, nats] = [await collector(), await startNats()]
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collecting.endpoint, NATS_URL: nats.url }
  const loaded = await loadedBy(env, async (url) => {
    await readConfig(url)
    await vi.waitFor(async () => expect(await metrics(url)).toMatch(/^nats_connected 1$/m), SLOW)
    expect(await metrics(url)).toMatch(/^trace_spans_total\{outcome="ended"\} [1-9]/m)
  })
  await nats.stop()
  await collecting.close()
  expect(loaded.length).toBeGreaterThan(5)
  const names = collecting.spans().map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['GET /api/config', 'job trimming', 'update trim_rounds']))
})

/** Returns the minimum of settings off `local`. */
const online = (databaseUrl: string) => ({
  CHAIN: 'base-sepolia',
  RPC_URLS: 'https://rpc.example',
  VOUCH_CONTRACT: `0x${'1'.repeat(40)}`,
  STEEZE_CONTRACT: `0x${'2'.repeat(40)}`,
  START_BLOCK: '1',
  STEEZE_SIGNER_KEY: `0x${'7654321089abcdef'.repeat(4)}`,
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://aura.example',
  HASH_KEY: 'a secret of more than thirty-two characters',
  METRICS_TOKEN: 'a token of the operator',
})

const run = (program: 'main' | 'admin' | 'audit', env: Record<string, string>, args: string[] = []) =>
  spawnSync(process.execPath, [join(import.meta.dirname, `${program}.ts`), ...args], {
    cwd: tmpdir(),
    env: { ...compileCache(), ...env },
    encoding: 'utf8',
    // A server that started anyway would not exit.
    timeout: 20_000,
  })

it('does not start off local on a database with the demo’s creators [access.boot-demo-data]', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 1 })
  try {
    await db.query(
      `insert into users (id, username, is_demo, created_at)
       values ('0d5a0000-0000-4000-8000-000000000000', 'made_up', true, '2026-03-02T12:00:00Z')`,
    )
    const before = await databaseState(db)
    const started = run('main', online(url))
    expect(started.stderr).toBe(
      'Aura cannot start with these settings:\n' +
        "DATABASE_URL: this database holds demo data, which isn't allowed on base-sepolia\n",
    )
    expect(started.status).toBe(1)
    expect(await databaseState(db)).toEqual(before)
  } finally {
    await db.close()
  }
})

it('starts no program on a database that belongs to another contract or hash key', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 1 })
  try {
    const env = online(url)
    const allowed = run('admin', env, ['whitelist', `0x${'5'.repeat(40)}`])
    expect([allowed.status, allowed.stderr]).toEqual([0, ''])
    const before = await databaseState(db)
    const other = { ...env, STEEZE_CONTRACT: `0x${'9'.repeat(40)}`, HASH_KEY: `${env.HASH_KEY} or another` }
    for (const [program, args] of [
      ['main', []],
      ['audit', []],
      ['admin', ['whitelist', `0x${'6'.repeat(40)}`]],
    ] as const) {
      const refused = run(program, other, [...args])
      expect(refused.stderr).toContain(`STEEZE_CONTRACT: this database belongs to ${env.STEEZE_CONTRACT}`)
      expect(refused.stderr).toContain('HASH_KEY: this database belongs to the key with fingerprint')
      expect(refused.status).toBe(1)
    }
    expect(await databaseState(db)).toEqual(before)
  } finally {
    await db.close()
  }
})
