import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compileCache } from '../../../tests/server/compile-cache.ts'
import { newPostgresDatabase } from '../../../tests/server/database/open-test-database.ts'
import { serveLocally } from '../../../tests/server/local-server.ts'
import { selfSigned } from '../../../tests/server/self-signed.ts'
import { testApp } from '../../../tests/server/test-app.ts'
import { openPg } from '../platform/db/connection/open-pg.ts'
import type { Db } from '../platform/db/db.ts'
import type { Checked } from '../platform/doctor/check.ts'
import { checkDatabaseClock } from '../platform/doctor/check-clock.ts'
import { checkDatabase } from '../platform/doctor/check-database.ts'
import { checkPooler } from '../platform/doctor/check-pooler.ts'

async function open(url: string): Promise<Db> {
  const db = await openPg({ url, poolSize: 1 })
  onTestFinished(() => db.close())
  return db
}

const folder = () => mkdtempSync(join(tmpdir(), 'aura-doctor-'))

/** Runs the program as an operator would, beside the servers of this process. */
function doctor(env: Record<string, string>): Promise<{ code: number | null; found: Checked[]; stderr: string }> {
  const cwd = folder()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../doctor.ts'), '--json'], {
    cwd,
    env: { ...compileCache(), DATA_DIR: cwd, ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (part) => {
    stdout += part
  })
  child.stderr.on('data', (part) => {
    stderr += part
  })
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, found: stdout && JSON.parse(stdout).findings, stderr }))
  })
}

const of = (found: Checked[], check: string) => found.filter((each) => each.check === check)

describe('the database', () => {
  it('is described by what it says of itself', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    const texts = (await checkDatabase(db, 100)).map(({ status, text }) => `${status}: ${text}`)
    // The tests' own server is fast rather than safe.
    expect(texts).toContainEqual(expect.stringMatching(/^problem: fsync is off/))
    expect(texts).toContainEqual(expect.stringMatching(/^problem: full_page_writes is off/))
    expect(texts).toContainEqual(expect.stringMatching(/^problem: synchronous_commit is off/))
    expect(texts).toContainEqual(expect.stringMatching(/^warning: It archives no write-ahead log/))
    expect(texts.join()).not.toMatch(/may not create|pg_trgm|another role/)
    expect(await checkDatabase(db, 100_000)).toContainEqual({
      status: 'problem',
      text: expect.stringMatching(/allows \d+ connections, but one server opens up to 100000/),
    })
  })

  it('needs a role that may create tables and owns those that exist', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    await db.script('create role aura_guest login')
    onTestFinished(() => db.script('drop role aura_guest'))
    const asGuest = new URL(url)
    asGuest.username = 'aura_guest'
    const guest = await openPg({ url: asGuest.href, poolSize: 1 })
    const texts = (await checkDatabase(guest, 10).finally(() => guest.close())).map(({ text }) => text)
    expect(texts).toContainEqual(expect.stringMatching(/^The role aura_guest may not create tables/))
    expect(texts).toContainEqual(expect.stringMatching(/tables belong to another role/))
  })

  it('may have tables of an extension that another role installed', async () => {
    const url = await newPostgresDatabase({ isMigrated: false })
    const db = await open(url)
    await db.script(`create role aura_tenant login; create extension pg_trgm;
      create table of_extension (id int); alter extension pg_trgm add table of_extension`)
    onTestFinished(() => db.script('drop role aura_tenant'))
    const asTenant = new URL(url)
    asTenant.username = 'aura_tenant'
    const tenant = await openPg({ url: asTenant.href, poolSize: 1 })
    const texts = (await checkDatabase(tenant, 10).finally(() => tenant.close())).map(({ text }) => text)
    expect(texts.join()).not.toMatch(/belong to another role/)
  })

  it('is held against this clock', async () => {
    const db = await open(await newPostgresDatabase({ isMigrated: false }))
    const now = new Date('2026-03-02T12:00:00Z')
    const clock = { now: () => now }
    expect(await checkDatabaseClock(db, clock, now)).toMatchObject([{ status: 'ok' }])
    expect(await checkDatabaseClock(db, clock, new Date(now.getTime() + 65_000))).toEqual([
      {
        status: 'problem',
        text: "This machine's clock is 65 s behind the database's. Run a time service (NTP) on both.",
      },
    ])
  })
})

describe('npm run doctor', () => {
  it('says that an empty database will be migrated, and changes nothing in it', async () => {
    const url = await newPostgresDatabase({ isMigrated: false })
    const { found, code } = await doctor({ DATABASE_URL: url })
    expect(of(found, 'migrations')).toMatchObject([
      { status: 'ok', text: expect.stringMatching(/^\d+ migrations will/) },
    ])
    expect(of(found, 'pooler')).toMatchObject([{ status: 'ok' }])
    // The tests' own server is fast rather than safe.
    const elsewhere = found.filter(({ check, status }) => status === 'problem' && check !== 'database')
    expect([code, elsewhere]).toEqual([1, []])
    const db = await open(url)
    expect(await db.query("select tablename from pg_tables where schemaname = 'public'")).toEqual([])
  })

  it('sees that DATABASE_DIRECT_URL leads past no pooler', async () => {
    const url = await newPostgresDatabase()
    const { found } = await doctor({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })
    expect(of(found, 'pooler')).toMatchObject([
      { status: 'warning', text: expect.stringContaining('Remove DATABASE_DIRECT_URL') },
    ])
  })

  it('sees that something in between loses the limits of a session', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    expect(await checkPooler(db, { databaseUrl: url })).toMatchObject([
      { status: 'problem', text: expect.stringContaining('Set DATABASE_DIRECT_URL') },
    ])
  })

  it('names the version, contract or key that a database belongs to', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    await db.query("insert into database_bindings (name, value) values ('chain', 'base')")
    const { found } = await doctor({ DATABASE_URL: url })
    expect(of(found, 'migrations')).toMatchObject([
      { status: 'problem', text: expect.stringMatching(/^CHAIN: this database/) },
    ])
    expect(await db.query('select name from database_bindings')).toEqual([{ name: 'chain' }])
    await db.query(`insert into aura_migrations values (9998, '9998_of-tomorrow', ''), (9999, '9999_of-tomorrow', '')`)
    const newer = await doctor({ DATABASE_URL: url })
    expect(of(newer.found, 'migrations')).toMatchObject([
      {
        status: 'problem',
        text: expect.stringContaining('a newer version of Aura: migrations 9998_of-tomorrow, 9999'),
      },
    ])
  })

  it('looks at a database that is still to be migrated as far as its tables allow', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    await db.query("insert into database_bindings (name, value) values ('chain', 'base')")
    await db.query('delete from aura_migrations where position > 0')
    const { found } = await doctor({ DATABASE_URL: url })
    expect(of(found, 'migrations')).toMatchObject([
      { status: 'problem', text: expect.stringMatching(/^CHAIN: this database/) },
      { status: 'ok', text: expect.stringMatching(/^\d+ migrations? will be applied at the next start/) },
    ])
    const readOnly = new URL(url)
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
    const unwritable = await doctor({ DATABASE_URL: readOnly.href })
    expect(of(unwritable.found, 'migrations')).toMatchObject([
      { status: 'problem', text: expect.stringMatching(/^The database takes no writes/) },
    ])
  })

  it('asks a database for nothing that a pending migration makes', async () => {
    const url = await newPostgresDatabase()
    const db = await open(url)
    await db.script('drop table database_bindings; delete from aura_migrations where position > 0')
    const { found } = await doctor({ DATABASE_URL: url })
    expect(of(found, 'migrations')).toMatchObject([
      { status: 'ok', text: expect.stringMatching(/^\d+ migrations? will/) },
    ])
  })

  it('says which database, bucket and nodes do not respond', async () => {
    const { found, code } = await doctor({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      RPC_URLS: 'http://127.0.0.1:9',
      S3_BUCKET_URL: 'http://127.0.0.1:9/bucket',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    })
    expect(code).toBe(1)
    const problems = found.filter(({ status }) => status === 'problem').map(({ check }) => check)
    expect(problems).toEqual(['database', 'nodes', 'images'])
  })

  it('lists the faults of the settings alone when they are wrong', async () => {
    const { found, code } = await doctor({ DATABASE_URL: '', CHAIN: 'base' })
    expect(code).toBe(1)
    expect(found.length).toBeGreaterThan(8)
    expect(found.every(({ check, status }) => check === 'settings' && status === 'problem')).toBe(true)
  })

  it('goes through TLS and a proxy to a running server, and back with a stream', async () => {
    const metricsToken = 'a token of the operator'
    const test = await testApp({ settings: { metricsToken, trustProxy: '127.0.0.1' } })
    onTestFinished(() => test.close())
    await test.app.listen({ host: '127.0.0.1', port: 0 })
    const inner = (test.app.server.address() as AddressInfo).port
    const tls = selfSigned()
    const certificate = join(folder(), 'ca.pem')
    writeFileSync(certificate, tls.cert)
    const { port, close } = await tlsProxy(tls, inner, '198.51.100.1')
    onTestFinished(close)
    const { found, stderr } = await doctor({
      DATABASE_URL: await newPostgresDatabase(),
      METRICS_TOKEN: metricsToken,
      PUBLIC_URL: `https://127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    })
    expect([of(found, 'address').map(({ status, text }) => `${status}: ${text}`), stderr]).toEqual([
      [
        expect.stringMatching(/^ok: TLSv1\.3, and a certificate that ends in \d+ days/),
        'ok: Live updates arrive at once',
        'ok: The server is ready',
        'ok: The proxy passes on names and addresses, and the server believes no other',
      ],
      '',
    ])
  })
})

/** Starts a proxy that adds the address a client would have, since all clients are on this machine. */
function tlsProxy(tls: { cert: string; key: string }, to: number, client: string) {
  return serveLocally((request, response) => {
    const upstream = connect(to, '127.0.0.1')
    const forwarded = [request.headers['x-forwarded-for'], client].filter(Boolean).join(', ')
    const headers = Object.entries({ ...request.headers, 'x-forwarded-for': forwarded, connection: 'close' })
    upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n`)
    upstream.write(`${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`)
    // The response is passed on unchanged: status line, headers and body.
    upstream.pipe(response.socket as NodeJS.WritableStream)
    response.socket?.once('close', () => upstream.destroy())
    upstream.on('error', () => {})
  }, tls)
}
