import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { gift, giver, liveBattle } from '../../../../tests/server/actors/battles.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import {
  giftsByPartition,
  leaveInPartition,
  transfersByPartition,
} from '../../../../tests/server/database/partitions.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { auditAll } from '../../programs/audit-all.ts'
import { beforeRestore } from '../../run-features.ts'
import { findProvenAudit, recordAudit } from '../audit/record-audit.ts'
import { clockAt } from '../clock.ts'
import { openPg } from '../db/connection/open-pg.ts'
import type { Db, Queryable } from '../db/db.ts'
import type { Files } from '../files/files.ts'
import { OperatorError } from '../operator-error.ts'
import { manifestFile, tableFile } from './manifest.ts'
import { loadTable, restoreBackup } from './restore-backup.ts'
import { writeBackup, writeTable } from './write-backup.ts'

/** Returns the path of a folder that isn't there yet. */
const folder = async () => join(await mkdtemp(join(tmpdir(), 'aura-backup-')), 'copy')

async function emptyDatabase(): Promise<Db> {
  const db = await openPg({ url: await newPostgresDatabase({ isMigrated: false }), poolSize: 2 })
  onTestFinished(() => db.close())
  return db
}

const restore = (from: string, db: Db, files: Files = memoryFiles()) =>
  restoreBackup(from, { db, files, beforeRows: beforeRestore })

async function restored(from: string, files?: Files): Promise<Db> {
  const db = await emptyDatabase()
  await restore(from, db, files)
  return db
}

/** Returns tables, keys, triggers and indexes as the database describes them. */
const shapeOf = (db: Db) =>
  db.query(
    `select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint
       where connamespace = 'public'::regnamespace and conparentid = 0
     union all select tgname::text, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select indexname::text, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  )

async function giftPartitionsEnd(test: TestApp): Promise<Date> {
  const [row] = await test.ctx.db.query<{ at: Date }>('select gift_partitions_end() as at')
  return row?.at as Date
}

/**
 * Returns a server with transfers and gifts in two partitions, the later gifts in one that this moment's clock wouldn't
 * add.
 */
async function opened(): Promise<TestApp> {
  const test = await testApp()
  onTestFinished(() => test.close())
  return test
}

async function lived(): Promise<TestApp> {
  const test = await opened()
  await learn(await newcomer(test))
  const battle = await liveBattle(test)
  await leaveInPartition(test.ctx.db, 3, 1)
  await test.ctx.db.query('select add_ledger_partitions()')
  await gift(await giver(test), battle.id, battle.ada.id, 7)
  // Adds partitions as the job would.
  await test.ctx.db.query('select add_ledger_partitions()')
  const at = await giftPartitionsEnd(test)
  await test.ctx.db.query('update battles set ends_at = $2, due_at = $2 where id = $1', [
    battle.id,
    new Date(at.getTime() + 3_600_000),
  ])
  await test.ctx.db.query('select add_gift_partitions($1)', [at])
  test.ctx.clock.set(at)
  await gift(await giver(test), battle.id, battle.ada.id, 7)
  return test
}

const write = (
  test: TestApp,
  to: string,
  more: Partial<Parameters<typeof writeBackup>[1]> = {},
  signal?: AbortSignal,
) =>
  writeBackup(
    to,
    {
      db: test.ctx.db,
      files: memoryFiles(),
      filesNamed: async () => [],
      named: { settings: ['CHAIN'], secrets: ['HASH_KEY'] },
      clock: clockAt(new Date('2026-03-02T12:00:00Z')),
      ...more,
    },
    signal,
  )

describe('a backup', () => {
  it('restores every row, key and trigger into an empty database, where the audits find the same', async () => {
    const test = await lived()
    const to = await folder()
    const written = await write(test, to, { clock: test.ctx.clock })
    expect(written.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(100)
    expect(Object.keys(await transfersByPartition(test.ctx.db))).toHaveLength(2)
    expect(Object.keys(await giftsByPartition(test.ctx.db))).toHaveLength(2)
    const db = await restored(to)
    expect(await databaseState(db)).toEqual(await databaseState(test.ctx.db))
    expect(await shapeOf(db)).toEqual(await shapeOf(test.ctx.db))
    const auditOf = async (of: Db) => (await auditAll(of)).map(({ counts, broken }) => ({ counts, broken }))
    expect(await auditOf(db)).toEqual(await auditOf(test.ctx.db))
    // The next row gets the number it would have had.
    expect((await write({ ...test, ctx: { ...test.ctx, db } }, await folder())).sequences).toEqual(written.sequences)
  })

  it('leaves what extensions brought to the extensions', async () => {
    const bring = `create table of_extension (id serial); alter extension pg_trgm add table of_extension;
      alter extension pg_trgm add sequence of_extension_id_seq`
    const test = await opened()
    await test.ctx.db.script(bring)
    const to = await folder()
    const { tables, sequences } = await write(test, to)
    expect([...tables, ...sequences].filter(({ name }) => name.startsWith('of_extension'))).toEqual([])
    const db = await emptyDatabase()
    await db.script(`create extension pg_trgm; ${bring}`)
    await restore(to, db)
    expect(await db.query('select id from of_extension')).toEqual([])
  })

  it('keeps values that JSON alone would change', async () => {
    const test = await opened()
    const odd = [
      `'{"b": 1, "a": [1.10, null, "\\u00e9\\n"]}'::json`,
      `'null'::jsonb`,
      `'\\x00ff0a'::bytea`,
      `'{"a,b",NULL,"\\"x\\""}'::text[]`,
      '9007199254740993::numeric',
      `'2026-03-02 12:00:00.123456+00'::timestamptz`,
      `'infinity'::timestamptz`,
      `'-0.1'::float8`,
      // Some readers take these characters for line ends, and JSON doesn't escape them.
      `('one' || chr(8232) || 'two' || chr(8233) || 'three')::text`,
    ]
    const columns = odd.map((value, at) => {
      const type = value.split('::').at(-1) ?? ''
      return { name: `c${at}`, type, isJson: type.startsWith('json') }
    })
    const texts = columns.map(({ name }) => `${name}::text`).join(', ')
    const to = await folder()
    await test.ctx.db.tx(async (tx) => {
      await tx.query(
        `create temporary table odd on commit drop as select ${odd.map((value, at) => `${value} as c${at}`).join(', ')}`,
      )
      const before = await tx.query(`select ${texts} from odd`)
      await mkdir(join(to, 'tables'), { recursive: true })
      const written = await writeTable(tx, tableFile(to, 'odd'), 'odd', columns)
      await tx.query('truncate odd')
      await loadTable(tx, to, { name: 'odd', columns, ...written })
      expect(await tx.query(`select ${texts} from odd`)).toEqual(before)
    })
  })

  it('has the files that the database names, and says which were gone', async () => {
    const test = await opened()
    const files = memoryFiles()
    await files.put('abc.webp', Buffer.from('image'), 'image/webp')
    const to = await folder()
    const written = await write(test, to, { files, filesNamed: async () => ['abc.webp', 'gone.webp'] })
    expect([written.files.map(({ name }) => name), written.missingFiles]).toEqual([['abc.webp'], ['gone.webp']])
    const copies = memoryFiles()
    await restored(to, copies)
    expect(Buffer.from((await copies.get('abc.webp')) ?? []).toString()).toBe('image')
  })

  it('has the image that somebody replaced or deleted while it was written, or the one that replaced it', async () => {
    const kept = memoryFiles()
    for (const name of ['first.webp', 'second.webp']) await kept.put(name, Buffer.from(name), 'image/webp')
    const test = await opened()
    const { id } = await (await newcomer(test)).me()
    // Which state names the image, and which image it names.
    const named = (image: string) =>
      test.ctx.db.query('update users set profile_image_url = $2 where id = $1', [id, image])
    const filesNamed = async (db: Queryable) => {
      const rows = await db.query<{ name: string | null }>('select profile_image_url as name from users')
      return rows.flatMap(({ name }) => name ?? [])
    }
    await named('first.webp')
    const clock = new TestClock('2026-03-02T12:00:00Z')
    let isReplaced = false
    const files = {
      ...kept,
      async get(name: string) {
        if (isReplaced) return kept.get(name)
        isReplaced = true
        clock.set('2026-03-02T12:50:00Z')
        await named('second.webp')
        await kept.remove('first.webp')
        return kept.get(name)
      },
    }
    const to = await folder()
    const written = await write(test, to, { files, filesNamed, clock })
    expect([written.files.map(({ name }) => name), written.missingFiles]).toEqual([['second.webp'], []])
    // The time of its state, not of its beginning.
    expect(written.at).toBe('2026-03-02T12:50:00.000Z')
    const copies = memoryFiles()
    expect(await filesNamed(await restored(to, copies))).toEqual(copies.names())
  })

  it('is of a newer state if an image of the first one vanished', async () => {
    const test = await opened()
    const files = memoryFiles()
    for (const name of ['early.webp', 'late.webp']) await files.put(name, Buffer.from(name), 'image/webp')
    const states = [['early.webp'], ['vanished.webp'], ['late.webp']]
    const to = await folder()
    const written = await write(test, to, { files, filesNamed: async () => states.shift() ?? [] })
    expect([written.files.map(({ name }) => name), written.missingFiles]).toEqual([['late.webp'], []])
    expect(await readdir(join(to, 'files'))).toEqual(['late.webp'])
  })

  it('is for its owner alone, names secrets without values, and never replaces a folder', async () => {
    const test = await opened()
    const to = await folder()
    await write(test, to)
    expect((await stat(manifestFile(to))).mode & 0o077).toBe(0)
    expect((await stat(join(to, 'tables'))).mode & 0o077).toBe(0)
    expect(JSON.parse(await readFile(manifestFile(to), 'utf8'))).toMatchObject({
      settings: ['CHAIN'],
      secrets: ['HASH_KEY'],
    })
    await expect(write(test, to)).rejects.toThrow(`${to} exists. Name a new folder.`)
  })

  it('that fails leaves nothing behind', async () => {
    const test = await opened()
    const to = await folder()
    await expect(write(test, to, { filesNamed: () => Promise.reject(new Error('no')) })).rejects.toThrow('no')
    expect(await readdir(join(to, '..'))).toEqual([])
  })

  it('says why its folder can’t be written', async () => {
    const test = await opened()
    const to = await folder()
    await writeFile(to, '')
    for (const below of [join(to, 'copy'), join(to, 'copies/copy')]) {
      await expect(write(test, below)).rejects.toThrow(
        new OperatorError(`Can't write the backup to ${below}: not a directory. Name another folder.`),
      )
    }
  })

  it('that is interrupted leaves nothing behind, nor what was left of killed ones of its name', async () => {
    const test = await opened()
    const to = await folder()
    const [killed, other] = [`${to}.${randomUUID()}.unfinished`, `${to}.b.${randomUUID()}.unfinished`]
    for (const left of [killed, other]) await mkdir(join(left, 'tables'), { recursive: true })
    const stop = new AbortController()
    const filesNamed = async () => {
      stop.abort()
      return []
    }
    await expect(write(test, to, { filesNamed }, stop.signal)).rejects.toThrow('The backup was interrupted')
    expect(await readdir(join(to, '..'))).toEqual([basename(other)])
  })
})

describe('a restore', () => {
  it('leaves no checkpoint, so the next audit reads everything', async () => {
    const test = await opened()
    const { db: from, clock } = test.ctx
    const keys = { hashKey: 'k'.repeat(32), previousHashKeys: [] }
    await recordAudit(from, { clock, keys, audit: { isFull: true, isCompared: true, findings: 0, checkpoints: {} } })
    expect(await findProvenAudit(from, keys)).not.toBeNull()
    const to = await folder()
    await write(test, to)
    const db = await restored(to)
    expect(await findProvenAudit(db, keys)).toBeNull()
    expect(await db.query('select kind, findings from audit_runs')).toEqual([{ kind: 'full', findings: 0 }])
  })

  it('is refused where there are tables already', async () => {
    const test = await opened()
    const to = await folder()
    await write(test, to)
    const before = await databaseState(test.ctx.db)
    await expect(restore(to, test.ctx.db)).rejects.toThrow('is not empty')
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('of a damaged, incomplete or newer backup changes nothing', async () => {
    const test = await lived()
    const db = await emptyDatabase()
    const to = await folder()
    const { migrations, ...manifest } = await write(test, to, { clock: test.ctx.clock })
    const put = (more: object) => writeFile(manifestFile(to), JSON.stringify({ ...manifest, migrations, ...more }))
    const isUntouched = async () =>
      expect(await db.query("select 1 from pg_tables where schemaname = 'public'")).toEqual([])

    await put({ migrations: [...migrations, { tag: '9999_of-tomorrow', hash: '' }] })
    await expect(restore(to, db)).rejects.toThrow(/a newer version of Aura: migration 9999_of-tomorrow/)
    await isUntouched()
    await put({ format: 2 })
    await expect(restore(to, db)).rejects.toThrow(/damaged, or of another version/)
    const users = manifest.tables.find(({ name }) => name === 'users')
    await put({ tables: manifest.tables.map((table) => (table === users ? { ...table, rows: 99 } : table)) })
    await expect(restore(to, db)).rejects.toThrow(/rows instead of 99/)
    await isUntouched()
    await put({})
    const path = tableFile(to, 'users')
    const bytes = await readFile(path)
    bytes[20] = 255 - (bytes[20] ?? 0)
    await writeFile(path, bytes)
    await expect(restore(to, db)).rejects.toThrow(/users\.jsonl\.gz is damaged/)
    await rm(path)
    await expect(restore(to, db)).rejects.toThrow(/users\.jsonl\.gz can't be read/)
    await isUntouched()
  })
})
