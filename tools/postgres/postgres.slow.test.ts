import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isPortFree } from '../processes/free-port.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'

const started: PostgresServer[] = []

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop()
})

async function start(...args: Parameters<typeof startPostgres>): Promise<PostgresServer> {
  const server = await startPostgres(...args)
  started.push(server)
  return server
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function untilPortFree(port: number, limitMs: number): Promise<boolean> {
  for (const endAtMs = Date.now() + limitMs; Date.now() < endAtMs; ) {
    if (await isPortFree(port)) return true
    await pause(50)
  }
  return false
}

describe('a server of its own', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  test('is PostgreSQL on a port below the ephemeral ones', async () => {
    expect(server.port).toBeLessThan(32_768)
    expect(await isPortFree(server.port)).toBe(false)
    expect(await ask(server.url, 'select version()')).toEqual([{ version: expect.stringMatching(/^PostgreSQL 1\d\./) }])
  })

  test('orders text by code points, and folds it by Unicode', async () => {
    const rows = await ask<{ x: string; lower: string }>(
      server.url,
      "select x, lower(x) from (values ('a'), ('B'), ('_'), ('Ä'), ('Z')) v(x) order by x",
    )
    expect(rows.map((row) => row.x).join('')).toBe('BZ_aÄ')
    expect(rows.map((row) => row.lower).join('')).toBe('bz_aä')
  })

  test('clones a template database', async () => {
    const template = await createDatabase(server.url, 'shape "quoted"')
    await ask(template, 'create table things as select 7 as n')
    const copy = await createDatabase(server.url, 'copy', 'shape "quoted"')
    await ask(copy, 'update things set n = 8')
    expect(await ask(copy, 'select n from things')).toEqual([{ n: 8 }])
    expect(await ask(template, 'select n from things')).toEqual([{ n: 7 }])
    await dropDatabase(server.url, 'copy')
    expect(await ask(server.url, "select 1 from pg_database where datname = 'copy'")).toEqual([])
  })
})

test('takes settings, keeps a named folder over a kill, and frees its port when stopped', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'aura-postgres-test-'))
  const settings = { synchronous_commit: 'on', max_connections: 20 }
  const first = await start({ dir, settings })
  expect(await ask(first.url, 'show max_connections')).toEqual([{ max_connections: '20' }])
  await ask(first.url, 'create table kept as select 1 as n')
  process.kill(first.pid, 'SIGKILL')

  const second = await start({ dir, port: first.port, settings })
  expect(second.port).toBe(first.port)
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }])
  await second.stop()
  expect(await isPortFree(second.port)).toBe(true)
  expect(existsSync(join(dir, 'PG_VERSION'))).toBe(true)
})

test('says why it does not start', async () => {
  await expect(startPostgres({ settings: { max_connections: 'many' } })).rejects.toThrow(/max_connections/)
})

test('does not outlive a parent that is killed', async () => {
  const script = `
    const { startPostgres } = await import('./postgres.ts')
    console.log((await startPostgres()).port)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(parent.stdout, 'data')
  const port = Number(String(line))
  expect(await isPortFree(port)).toBe(false)
  parent.kill('SIGKILL')
  expect(await untilPortFree(port, 15_000)).toBe(true)
})
