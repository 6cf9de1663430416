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

  it('reports a lost connection once closed', async () => {
    await db.close()
    await expect(db.query('select 1')).rejects.toMatchObject({ code: '08006' })
    await expect(db.tx(async () => {})).rejects.toMatchObject({ code: '08006' })
  })
})
