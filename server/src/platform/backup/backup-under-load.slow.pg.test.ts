import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { give, ledgerPerson, post } from '../../../../tests/server/actors/ledger.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { memoryFiles } from '../../../../tests/server/memory-files.ts'
import { auditAll } from '../../programs/audit-all.ts'
import { beforeRestore } from '../../run-features.ts'
import { clockAt } from '../clock.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { restoreBackup } from './restore-backup.ts'
import { findSequences } from './store.ts'
import { writeBackup } from './write-backup.ts'

const PEOPLE = 20
const GIVERS = 8

/** Returns numbers that look random and are the same in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

it('a backup under load is the state of one moment, and its restore passes the audits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aura-backup-'))
  const db = await openPg({ url: await newPostgresDatabase(), poolSize: GIVERS + 2 })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => ledgerPerson(db, 1_000)))
  const next = seeded(7)
  let [posted, isOver] = [0, false]
  const someone = () => people[next(PEOPLE)] as string
  const givers = Array.from({ length: GIVERS }, async () => {
    while (!isOver) {
      const [from, to] = [someone(), someone()]
      if (from === to) continue
      await post(db, give(from, to, 1 + next(3))).catch(() => {})
      posted++
    }
  })
  const subject = { db, files: memoryFiles(), filesNamed: async () => [], named: { settings: [], secrets: [] } }
  const write = (name: string) =>
    writeBackup(join(folder, name), { ...subject, clock: clockAt(new Date('2026-03-02T12:00:00Z')) })
  const restored = async (name: string) => {
    const copy = await openPg({ url: await newPostgresDatabase({ isMigrated: false }), poolSize: 2 })
    await restoreBackup(join(folder, name), { db: copy, files: memoryFiles(), beforeRows: beforeRestore })
    return copy
  }
  try {
    await expect.poll(() => posted, { timeout: 60_000 }).toBeGreaterThan(50)
    const before = posted
    const { tables } = await write('busy')
    const during = posted - before
    isOver = true
    await Promise.all(givers)
    expect(during).toBeGreaterThan(0)
    const copy = await restored('busy')
    expect((await auditAll(copy)).flatMap(({ broken }) => broken)).toEqual([])
    const transfers = tables.find(({ name }) => name === 'ledger_transfers')?.rows ?? 0
    const [after] = await db.query<{ count: number }>('select count(*)::int as count from ledger_transfers')
    // The copy is one after which writes continued.
    expect(transfers).toBeLessThan(after?.count ?? 0)
    await copy.close()

    await write('quiet')
    const same = await restored('quiet')
    expect(await databaseState(same)).toEqual(await databaseState(db))
    await same.close()
  } finally {
    isOver = true
    await Promise.all(givers)
    await db.close()
  }
})

it('has the sequences that a migration replaces meanwhile', async () => {
  const url = await newPostgresDatabase()
  const [db, migrating] = await Promise.all([openPg({ url, poolSize: 1 }), openPg({ url, poolSize: 1 })])
  for (const each of [db, migrating]) onTestFinished(() => each.close())
  await db.script(`create sequence replaced; select setval('replaced', 7)`)
  const found = await db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read')
    await tx.query('select count(*) from users')
    await migrating.script(`drop sequence replaced; create sequence replaced; select setval('replaced', 7)`)
    return findSequences(tx)
  })
  expect(found.filter(({ name }) => name === 'replaced')).toEqual([{ name: 'replaced', value: 7 }])
})
