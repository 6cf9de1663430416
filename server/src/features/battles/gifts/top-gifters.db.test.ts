import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { giver, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { type TestApp, testApp } from '../../../../../tests/server/test-app.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findTopGifters } from '../store.ts'
import { giveGifts } from './give-gifts.ts'

type Battle = Awaited<ReturnType<typeof liveBattle>>

let test: TestApp
beforeAll(async () => {
  test = await testApp()
})
afterAll(() => test.close())
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

async function crowd(count: number): Promise<{ battle: Battle; giverIds: string[] }> {
  const battle = await liveBattle(test)
  const giverIds: string[] = []
  for (let made = 0; made < count; made++) giverIds.push((await giver(test, { purchased: 100_000 })).id)
  return { battle, giverIds }
}

async function readTop({ id, ada }: Battle) {
  const rows = await findTopGifters(test.ctx.db, id)
  return rows
    .filter(({ participantId }) => participantId === ada.id)
    .map(({ userId, amount, reachedSeq }) => ({ userId, amount, reachedSeq }))
}

/** Returns every gifter of a side, sorted by amount. */
async function sorted({ id, ada }: Battle) {
  return test.ctx.db.query(
    `select giver_id as "userId", amount, reached_seq as "reachedSeq" from battle_gifters
     where battle_id = $1 and participant_id = $2 order by amount desc, reached_seq limit 10`,
    [id, ada.id],
  )
}

/** Returns the rows of `battle_gifters` that a session read, updated, and updated in place. */
async function readCounts(tx: Tx) {
  const [row] = await tx.query<{ read: number; updated: number; inPlace: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read, n_tup_upd::int as updated, n_tup_hot_upd::int as "inPlace"
     from pg_stat_xact_user_tables where relname = 'battle_gifters'`,
  )
  return row ?? { read: 0, updated: 0, inPlace: 0 }
}

/** Returns what `work` adds to these counts. */
const countsOf = (work: (tx: Tx) => Promise<unknown>) =>
  test.ctx.db.tx(async (tx) => {
    const before = await readCounts(tx)
    await work(tx)
    const after = await readCounts(tx)
    return {
      read: after.read - before.read,
      updated: after.updated - before.updated,
      inPlace: after.inPlace - before.inPlace,
    }
  })

describe('the top gifters', () => {
  it('are exact after any gifts', async () => {
    const { battle, giverIds } = await crowd(15)
    const rolls = fc.sample(fc.noBias(fc.nat(0xffffff)), { seed: 1, numRuns: 5_000 }).values()
    const below = (limit: number) => (rolls.next().value as number) % limit
    // Amounts differ little, so that ties and changes of rank are frequent.
    const amount = () => (below(4) === 0 ? 1 + below(12) : 1 + below(2))
    for (let round = 0; round < 40; round++) {
      const chosen = giverIds.filter(() => below(5) === 0)
      await giveGifts(
        test.ctx,
        chosen.map((giverId, at) => ({
          battleId: battle.id,
          participantId: battle.ada.id,
          giverId,
          amount: amount(),
          key: `key-${round}-${at}`,
        })),
      )
      expect(await readTop(battle)).toEqual(await sorted(battle))
    }
  })
  it('are read without the others, however many gave as much', async () => {
    const { battle } = await crowd(0)
    await test.ctx.db.query(
      `insert into battle_gifters (battle_id, participant_id, giver_id, amount, gifts, reached_seq, ceiling, ceiling_tie)
       select $1, $2, gen_random_uuid(), amount, gifts, n, case when gifts = 1 then amount else 2 * amount end,
              case when gifts = 1 then -n else 0 end
       from (select n, case when n % 50 = 0 then n else 10 end as amount, case when n % 50 = 0 then 2 else 1 end as gifts
             from generate_series(1, 3000) n) given`,
      [battle.id, battle.ada.id],
    )
    await test.ctx.db.query('analyze battle_gifters')
    const { read } = await countsOf((tx) => findTopGifters(tx, battle.id))
    // Rows read are the ten that may have given most, then those that may have given as much as the last of them: twice
    // 1,300 to 3,000.
    expect(read).toBeGreaterThanOrEqual(20)
    expect(read).toBeLessThan(60)
  })

  it('are written in place by most gifts', async () => {
    const { battle, giverIds } = await crowd(4)
    let key = 0
    const each = Array.from({ length: 30 }, () => giverIds.map((giverId) => ({ giverId, key: `in-place-${++key}` })))
    const total = { updated: 0, inPlace: 0 }
    for (const gifts of each) {
      const wanted = gifts.map((gift) => ({ ...gift, battleId: battle.id, participantId: battle.ada.id, amount: 1 }))
      const counts = await countsOf((tx) =>
        giveGifts({ ...test.ctx, db: { ...test.ctx.db, tx: (work) => work(tx) } }, wanted),
      )
      total.updated += counts.updated
      total.inPlace += counts.inPlace
    }
    // Exceptions are rows that reach 2, 3, 5, 10 and so on, and one without room on its page.
    expect(total).toMatchObject({ updated: 29 * giverIds.length })
    expect(total.inPlace / total.updated).toBeGreaterThan(0.7)
  })
})
