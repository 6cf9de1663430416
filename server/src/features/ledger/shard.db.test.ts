import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ledgerPerson } from '../../../../tests/server/actors/ledger.ts'
import { openTestDatabase } from '../../../../tests/server/database/open-test-database.ts'
import type { Db } from '../../platform/db/db.ts'
import { auditLedger, findHomeShard, findOwnShard, openGuestAccounts } from './index.ts'
import { checkShard } from './shard.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

it('is shard 0 unless told otherwise before anybody has an account, and the doctor tells which other one', async () => {
  expect(await findOwnShard(db)).toBe(0)
  expect(await checkShard(db)).toEqual([])
  await expect(db.query('delete from ledger_shard')).rejects.toThrow('keeps its number')
  await db.query('update ledger_shard set number = 3')
  expect(await findOwnShard(db)).toBe(3)
  expect(await checkShard(db)).toMatchObject([{ text: 'The database is shard 3' }])
})

it('knows who is at home where [ledger.guests]', async () => {
  const [person, guest] = [await ledgerPerson(db), randomUUID()]
  for (let time = 0; time < 2; time++) await openGuestAccounts(db, guest, 0)
  expect(await findHomeShard(db, person)).toBe(3)
  expect(await findHomeShard(db, guest)).toBe(0)
  expect(await findHomeShard(db, randomUUID())).toBeUndefined()
  expect((await auditLedger(db)).broken).toEqual([])
})
