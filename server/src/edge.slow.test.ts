import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { compileCache } from '../../tests/server/compile-cache.ts'
import { randomFreePort, startNats } from '../../tests/server/nats/start-nats.ts'
import { defaultLimits } from './limits.ts'
import { Hub } from './platform/live/hub.ts'
import { liveMarker } from './platform/live/live-answer.ts'
import { liveNats } from './platform/live/nats/live-nats.ts'
import { openNats } from './platform/live/nats/nats-link.ts'
import { publishToEdges } from './platform/live/nats/publish-to-edges.ts'
import { Slices } from './platform/live/slices.ts'
import { type LiveSource, readTopic } from './platform/live/source.ts'

const SLOW = { timeout: 120_000 }
const program = join(import.meta.dirname, 'edge.ts')
const PUBLIC_URL = 'https://aura.example'
const METRICS_TOKEN = 'a token of the operator'

it('refuses settings that would leave it deaf, open or unencrypted', () => {
  const faultsOf = (env: Record<string, string>) => {
    const { status, stderr } = spawnSync(process.execPath, [program], {
      cwd: tmpdir(),
      env: { ...compileCache(), ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(status).toBe(1)
    return stderr.trimEnd().split('\n').slice(1)
  }
  expect(faultsOf({})).toEqual([
    'NATS_URL: a live edge hears from the servers through it',
    "PUBLIC_URL: a live edge needs the servers'",
  ])
  expect(faultsOf({ PUBLIC_URL, NATS_URL: 'nats://127.0.0.1:4222,nats://nats.example:4222' })).toEqual([
    'METRICS_TOKEN: an edge on https needs one; /metrics is not public',
    'NATS_URL: an edge on https needs tls:// addresses, except on loopback; not encrypted: nats.example:4222',
  ])
})

it('starts without a database, serves streams and nothing else, and stops when it is told to', async () => {
  const nats = await startNats()
  const board: LiveSource = {
    kind: 'board',
    access: 'everyone',
    read: async (id) => [liveMarker('GET /api/battles', {}, id)],
  }
  const read = (topic: string) => readTopic([board], topic)
  const hub = new Hub({
    read,
    pace: defaultLimits.live,
    slices: new Slices(defaultLimits.live.sliceMs),
  })
  const server = liveNats(openNats([nats.url], 'server'), PUBLIC_URL)
  const publisher = publishToEdges({
    nats: server,
    hub,
    sources: [board],
    read,
    viewingKey: 'a key',
    renewMs: 1_000,
    findUsers: async () => [],
    onError: () => {},
  })
  const port = await randomFreePort()
  const child = spawn(process.execPath, [program], {
    cwd: tmpdir(),
    env: { ...compileCache(), PUBLIC_URL, NATS_URL: nats.url, METRICS_TOKEN, PORT: String(port), LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const at = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  expect(await once(child, 'message')).toEqual([{ type: 'ready', url: PUBLIC_URL }, undefined])
  await vi.waitFor(async () => expect((await at('/readyz')).status).toBe(200), SLOW)
  expect((await at('/healthz')).status).toBe(200)
  expect((await at('/metrics')).status).toBe(404)
  const metrics = await (await at('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` })).text()
  expect(metrics).toMatch(/^nats_connected 1$/m)
  expect((await at('/api/config')).status).toBe(404)
  expect((await at('/api/live?topics=board:1', { origin: 'https://evil.example' })).status).toBe(403)

  const stream = await at('/api/live?topics=board:1')
  const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('"state"')) text += (await reader.read()).value
  expect(text).toContain('"topic":"board:1"')
  expect(text).toContain('{"/api/battles*":"1"}')
  child.kill('SIGTERM')
  while (!text.includes('event: end')) text += (await reader.read()).value
  expect(text).toContain('{"reason":"shutdown"}')
  expect(await ended).toEqual([0, null])

  publisher.close()
  hub.close()
  await server.link.close()
  await nats.stop()
})
