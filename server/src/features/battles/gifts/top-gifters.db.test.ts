import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { giver, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { findTopGifters } from '../store.ts'
import { giveGifts } from './give-gifts.ts'

type Battle = Awaited<ReturnType<typeof liveBattle>>

const test = openForAll(testApp)

async function crowd(count: number): Promise<{ battle: Battle; giverIds: string[] }> {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
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

/** Returns the rows of `battle_gifters` that a transaction read, by any plan. */
async function rowsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ read: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'battle_gifters'`,
  )
  return row?.read ?? 0
}

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
    const [{ battle }, { battle: other }] = [await crowd(0), await crowd(0)]
    // A table with one battle would be read as a whole.
    for (const [{ id, ada }, count] of [
      [battle, 3_000],
      [other, 300],
    ] as const) {
      await test.ctx.db.query(
        `insert into battle_gifters (battle_id, participant_id, giver_id, amount, gifts, reached_seq, ceiling, ceiling_tie)
         select $1, $2, gen_random_uuid(), amount, gifts, n, case when gifts = 1 then amount else 2 * amount end,
                case when gifts = 1 then -n else 0 end
         from (select n, case when n % 50 = 0 then n else 10 end as amount, case when n % 50 = 0 then 2 else 1 end as gifts
               from generate_series(1, $3) n) given`,
        [id, ada.id, count],
      )
    }
    await test.ctx.db.query('analyze battle_gifters')
    const read = await test.ctx.db.tx(async (tx) => {
      const before = await rowsRead(tx)
      await findTopGifters(tx, battle.id)
      return (await rowsRead(tx)) - before
    })
    // Rows read are the ten that may have given most, then those that may have given as much as the last of them: twice
    // 1,300 to 3,000.
    expect(read).toBeGreaterThanOrEqual(20)
    expect(read).toBeLessThan(60)
  })

  it('are written in place by most gifts: no index has what each of them changes', async () => {
    const indexed = await test.ctx.db.query<{ name: string }>(
      `select distinct a.attname::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid
       and a.attnum = any(i.indkey) where i.indrelid = 'battle_gifters'::regclass`,
    )
    const names = indexed.map(({ name }) => name)
    expect(names).toContain('ceiling')
    for (const changed of ['amount', 'gifts', 'reached_seq']) expect(names).not.toContain(changed)
  })
})
