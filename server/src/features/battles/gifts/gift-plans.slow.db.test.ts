import { beforeAll, describe, expect, it } from 'vitest'
import { giver, liveBattle } from '../../../../../tests/server/actors/battles.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { giveGifts } from './give-gifts.ts'

const GROWING = ['battle_gifts', 'battle_gift_keys', 'idempotent_answers', 'ledger_transfers', 'ledger_keys']

class Watched {
  readonly counts: Record<string, number> = {}
  statements: string[] = []

  wrap = (real: Db): Db => ({
    ...real,
    tx: (work) =>
      real.tx(async (tx) => {
        const before = await this.#read(tx)
        const result = await work({
          ...tx,
          query: (text, values) => {
            this.statements.push(text)
            return tx.query(text, values)
          },
        })
        const after = await this.#read(tx)
        for (const [table, count] of after) {
          this.counts[table] = (this.counts[table] ?? 0) + count - (before.get(table) ?? 0)
        }
        return result
      }),
  })

  async #read(tx: Tx): Promise<Map<string, number>> {
    const rows = await tx.query<{ name: string; count: number }>(
      `select coalesce(pg_partition_root(relid)::oid, relid)::regclass::text as name, sum(seq_tup_read)::int as count
       from pg_stat_xact_user_tables where schemaname = 'public' group by 1
       having coalesce(pg_partition_root(relid)::oid, relid)::regclass::text = any($1::text[])`,
      [GROWING],
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  }
}

describe('a transaction of gifts', () => {
  const watched = new Watched()
  const test = openForAll(() => testApp({ wrapDb: watched.wrap }))
  let lastKey = 0
  let battle: Awaited<ReturnType<typeof liveBattle>>
  let poor: Awaited<ReturnType<typeof giver>>
  beforeAll(async () => {
    battle = await liveBattle(test, { purchased: 10_000 })
    poor = await giver(test, {})
  })

  const give = (count: number) =>
    giveGifts(
      test.ctx,
      Array.from({ length: 2 * count }, (_, at) => ({
        battleId: battle.id,
        giverId: at % 2 === 0 ? battle.cy.id : poor.id,
        participantId: battle.ada.id,
        amount: 1,
        key: `key-${++lastKey}`,
      })),
    )

  it('never scans all gifts, even with plans made when the tables were small', async () => {
    for (let i = 0; i < 20; i++) await give(1)
    // Does what autovacuum would: the planner now believes these tables are small.
    await test.ctx.db.script(`analyze ${GROWING.join(', ')}`)
    for (let i = 0; i < 10; i++) await give(1)
    for (let i = 0; i < 4; i++) await give(250)
    for (const table of GROWING) watched.counts[table] = 0
    const outcomes = await give(20)
    expect(outcomes.map((outcome) => 'given' in outcome)).toEqual(outcomes.map((_, at) => at % 2 === 0))
    expect(watched.counts).toEqual(Object.fromEntries(GROWING.map((table) => [table, 0])))
  })

  it('reads known keys only after locking the battle and the givers’ accounts', async () => {
    watched.statements = []
    await give(1)
    const sent = (what: RegExp) => watched.statements.findIndex((text) => what.test(text))
    const order = [/from battles .* for no key update/s, /from ledger_accounts .* for update/s, /gifts_with_keys/]
    const places = [...order.map(sent), sent(/answers_with_keys/)]
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
})
