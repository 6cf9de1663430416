import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { failureOf } from '../../../../../tests/server/failure-of.ts'
import { asAppError } from '../../http/answer-error.ts'
import type { Db } from '../db.ts'
import { DatabaseUnusable, openPg } from './open-pg.ts'

class Line {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  isCut = false

  private constructor(host: string, port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, host)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => other.destroy())
        socket.on('data', (data) => (this.isCut ? socket.destroy() : other.write(data)))
      }
    })
  }

  static async to(url: string): Promise<{ line: Line; url: string }> {
    const address = new URL(url)
    const line = new Line(address.hostname, Number(address.port || 5432))
    line.#server.listen(0, '127.0.0.1')
    await once(line.#server, 'listening')
    const { port } = line.#server.address() as { port: number }
    address.host = `127.0.0.1:${port}`
    return { line, url: address.href }
  }

  async end(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }
}

describe('a PostgreSQL server', () => {
  let url: string
  let steady: Db
  beforeAll(async () => {
    url = await newPostgresDatabase({ isMigrated: false })
    steady = await openPg({ url, poolSize: 2 })
    await steady.script(`create table notes (text text); insert into notes values ('mine')`)
  })
  afterAll(() => steady.close())

  it('that goes away is an outage and never a bug', async () => {
    const { line, url: through } = await Line.to(url)
    const db = await openPg({ url: through, poolSize: 2 })
    line.isCut = true
    expect(asAppError(await failureOf(db.query('select 1')))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(asAppError(await failureOf(db.query('select 1')))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(asAppError(await failureOf(db.tx((tx) => tx.query('select 1'))))).toMatchObject({ code: 'UNAVAILABLE' })
    line.isCut = false
    expect(await db.query('select text from notes')).toEqual([{ text: 'mine' }])

    const inside = db.tx(async (tx) => {
      await tx.query(`insert into notes values ('never')`)
      line.isCut = true
      await tx.query(`insert into notes values ('nor this')`)
    })
    expect(asAppError(await failureOf(inside))).toMatchObject({ code: 'UNAVAILABLE' })
    await line.end()
    expect(asAppError(await failureOf(db.query('select 1')))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await steady.query('select text from notes')).toEqual([{ text: 'mine' }])
    await db.close()
  })

  it('that was closed is an outage, as while a server stops', async () => {
    const db = await openPg({ url, poolSize: 2 })
    await db.close()
    expect(asAppError(await failureOf(db.query('select 1')))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(asAppError(await failureOf(db.tx((tx) => tx.query('select 1'))))).toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('that has no free connection makes requests wait for one', async () => {
    await steady.script('drop role if exists aura_one_connection')
    await steady.script(`create role aura_one_connection login connection limit 1 password 'one'`)
    const limited = new URL(url)
    Object.assign(limited, { username: 'aura_one_connection', password: 'one' })
    const db = await openPg({ url: limited.href, poolSize: 3 })
    const held = Promise.withResolvers<void>()
    const first = db.tx(() => held.promise)
    const others = [db.query('select 1 as v'), db.tx((tx) => tx.query('select 2 as v'))]
    // Both have been refused by now: their connections would precede this one.
    await (await openPg({ url, poolSize: 1 })).close()
    held.resolve()
    await first
    expect(await Promise.all(others)).toEqual([[{ v: 1 }], [{ v: 2 }]])
    await db.close()
    await steady.script('drop role aura_one_connection')
  })

  it('that ends a connection is an outage for that request only', async () => {
    const db = await openPg({ url, poolSize: 1 })
    const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    const ended = db.tx(async (tx) => {
      await steady.query('select pg_terminate_backend($1)', [row?.pid ?? 0])
      await tx.query('select 1')
    })
    expect(asAppError(await failureOf(ended))).toMatchObject({ code: 'UNAVAILABLE' })
    expect(await db.query('select 1 as v')).toEqual([{ v: 1 }])
    await db.close()
  })

  it('that is unreachable or lacks the database is reported on opening', async () => {
    const address = new URL(url)
    address.pathname = '/no_such_database'
    await expect(openPg({ url: address.href })).rejects.toMatchObject({ code: '3D000' })
    await expect(openPg({ url: 'postgres://127.0.0.1:1/x' })).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const both = new AggregateError([new Error('not by the one'), new Error('nor by the other')])
    expect(new DatabaseUnusable(both).message).toMatch(/: not by the one; nor by the other$/)
  })
})
