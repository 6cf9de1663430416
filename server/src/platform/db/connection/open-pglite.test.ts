import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPglite, type PgliteDb } from './open-pglite.ts'

const SLOW_MS = 60_000

describe('the embedded database', { timeout: SLOW_MS }, () => {
  let folder: string
  let db: PgliteDb
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aura-pglite-'))
    db = await openPglite({ dataDir: null })
    await db.script(`create table notes (text text); insert into notes values ('one')`)
  }, SLOW_MS)
  afterAll(async () => {
    await db.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })

  it('keeps committed data, releases its folder, and admits one process at a time', async () => {
    const dataDir = join(folder, 'kept')
    // Faster than an empty start, and it tests dumps.
    const first = await openPglite({ dataDir, snapshot: await db.dump() })
    await first.query('insert into notes values ($1)', ['two'])
    await first.tx((tx) => tx.query('insert into notes values ($1)', ['three']))
    const failed = first.tx((tx) => tx.query('insert into notes values (1/0)'))
    await expect(failed).rejects.toMatchObject({ code: '22012' })
    await expect(openPglite({ dataDir })).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`)
    // The refused process has not taken the lock.
    await expect(openPglite({ dataDir })).rejects.toThrow('is in use')
    await first.close()

    const second = await openPglite({ dataDir })
    expect(await second.query('select text from notes')).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
    await second.close()
    expect(await db.query('select text from notes')).toEqual([{ text: 'one' }])
  })

  it('queues other statements while a transaction is open: it has one connection', async () => {
    const events: string[] = []
    const [gate, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = db.tx(async (tx) => {
      await tx.query(`insert into notes values ('two')`)
      opened.resolve()
      await gate.promise
      events.push('first')
    })
    await opened.promise
    const second = db.tx(async (tx) => {
      events.push(`second sees ${(await tx.query('select text from notes')).length}`)
    })
    const third = db.query('select text from notes').then((rows) => events.push(`third sees ${rows.length}`))
    gate.resolve()
    await Promise.all([first, second, third])
    expect(events).toEqual(['first', 'second sees 2', 'third sees 2'])
  })

  it('answers a statement alike at each use, and as its table is by then', async () => {
    await db.script(`create table shapes (name text, at timestamptz, sides int[]); insert into shapes values ('one')`)
    const all = () => db.query('select * from shapes where name = $1', ['one'])
    const row = { name: 'one', at: null, sides: null }
    expect([await all(), await all()]).toEqual([[row], [row]])
    await db.script('alter table shapes add column size bigint')
    expect(await all()).toEqual([{ ...row, size: null }])
    await db.query('alter table shapes drop column at')
    expect(await all()).toEqual([{ name: 'one', sides: null, size: null }])
    const update = 'update shapes set size = $1, sides = $2 where name = $3 returning size, sides'
    expect(await db.query(update, [7, [3, 4], 'one'])).toEqual([{ size: 7, sides: [3, 4] }])
    expect(await db.query(update, [null, null, 'one'])).toEqual([{ size: null, sides: null }])
    expect(await db.query(update, [8, [5], 'none'])).toEqual([])
  })

  it('goes on with a statement that failed, in a transaction and after it', async () => {
    const divide = (by: number) => db.query('select 1 / $1::int as part', [by])
    for (const _ of ['first', 'again']) await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    await expect(db.tx((tx) => tx.query('select 1 / $1::int as part', [0]))).rejects.toMatchObject({ code: '22012' })
    expect(await divide(1)).toEqual([{ part: 1 }])
    await expect(db.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
    await expect(db.query('select 1; select 2')).rejects.toMatchObject({ code: '42601' })
  })

  it('answers more statements than it keeps prepared, and keeps no more', async () => {
    const numbers = Array.from({ length: 600 }, (_, at) => at)
    const ask = async (at: number) => (await db.query(`select ${at} as number`))[0]
    for (const at of [...numbers, 0, 599]) expect(await ask(at)).toEqual({ number: at })
    const [kept] = await db.query<{ count: number }>('select count(*) as count from pg_prepared_statements')
    expect(kept?.count).toBe(500)
  })

  it('reports a lost connection once closed', async () => {
    await db.close()
    await expect(db.query('select 1')).rejects.toMatchObject({ code: '08006' })
    await expect(db.tx(async () => {})).rejects.toMatchObject({ code: '08006' })
  })
})
