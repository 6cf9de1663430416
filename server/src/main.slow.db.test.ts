import { spawn, spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { collector } from '../../tests/server/collector.ts'
import { compileCache } from '../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { startNats } from '../../tests/server/nats/start-nats.ts'

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

it('does not start with settings it cannot use, and names them all', SLOW, () => {
  const { status, stdout, stderr } = start({
    CHAIN: 'base',
    ...CHAIN_SETTINGS,
    HASH_KEY: 'a secret of more than thirty-two characters',
    METRICS_TOKEN: 'a token of the operator',
  })
  expect(stderr.split('\n')).toEqual(REFUSED_FOR_TWO)
  expect([status, stdout]).toEqual([1, ''])
})

it('reads .env, but the environment takes precedence', SLOW, () => {
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

it('reports an unreachable database or a taken port in one sentence', SLOW, async () => {
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

it('loads OpenTelemetry, exports traces and connects to NATS only where the settings name them', SLOW, async () => {
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
