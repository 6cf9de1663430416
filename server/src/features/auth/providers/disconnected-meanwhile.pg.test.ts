import { afterAll, beforeAll, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import { comeBack, consent, leaveForX, viaX } from '../../../../../tests/server/actors/x-actor.ts'
import { holding } from '../../../../../tests/server/database/holding.ts'
import { newPostgresDatabase } from '../../../../../tests/server/database/open-test-database.ts'
import { type TestAppWithX, testAppWithX } from '../../../../../tests/server/test-app-with-x.ts'
import { openPg } from '../../../platform/db/connection/open-pg.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deleteLinkedAccount } from '../../providers/index.ts'
import { lockAccount } from '../store.ts'

let test: TestAppWithX
let beside: Db
beforeAll(async () => {
  const url = await newPostgresDatabase()
  test = await testAppWithX({ openDb: () => openPg({ url, poolSize: 4 }) })
  beside = await openPg({ url, poolSize: 2 })
})
afterAll(async () => {
  await beside.close()
  await test.close()
})

it('opens no session of an account that disconnects X meanwhile', async () => {
  const [ada, other] = [new Actor(test), new Actor(test)]
  await viaX(ada)
  const { id } = await ada.me()
  const back = await consent(await leaveForX(other))
  const disconnect = await holding(beside, async (tx) => {
    await lockAccount(tx, id)
    await deleteLinkedAccount(tx, id, 'x')
  })
  const returning = comeBack(other, back)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await beside.query(waiting)).length === 0);
  await disconnect()
  expect(await returning).toBe('/')
  const theirs = await other.me()
  expect(theirs.id).not.toBe(id)
  expect(theirs.twitterUsername).toBe(test.x.person.username)
})
