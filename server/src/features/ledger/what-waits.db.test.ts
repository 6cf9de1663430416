import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { gift, liveBattle } from '../../../../tests/server/actors/battles.ts'
import { earn, follow } from '../../../../tests/server/chain/chain.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

it('stakes and redemptions are held, and gifts wait in their battle [ledger.holds]', async () => {
  const eve = await newcomer(test)
  await earn(test, eve, 100)
  test.ctx.chain.mine(3)
  await follow(test)
  const { holdId } = await eve.call('POST /api/steeze/redeem', { body: { amount: 40 } })
  const { ada, bo, cy, id } = await liveBattle(test)
  await gift(cy, id, ada.id, 30)
  await gift(cy, id, bo.id, 12)
  const waiting = await test.ctx.db.query(
    `select owner_id as owner, kind, balance from ledger_accounts
     where balance > 0 and (kind in ('ap_held', 'steeze_held') or owner_id = $1) order by kind, balance`,
    [id],
  )
  const eves = (await eve.me()).id
  expect(waiting).toEqual([
    expect.objectContaining({ kind: 'ap_held', balance: 250 }),
    expect.objectContaining({ kind: 'ap_held', balance: 250 }),
    { owner: id, kind: 'gifts_to_challenger', balance: 30 },
    { owner: id, kind: 'gifts_to_opponent', balance: 12 },
    { owner: eves, kind: 'steeze_held', balance: 40 },
  ])
  const holds = await test.ctx.db.query<{ id: string; owner: string; amount: number }>(
    `select h.id, a.owner_id as owner, h.amount from ledger_holds h join ledger_accounts a on a.id = h.account_id
     where not exists (select 1 from ledger_hold_resolutions r where r.hold_id = h.id)`,
  )
  const byOwner = new Map(holds.map((hold) => [hold.owner, hold]))
  expect(holds).toHaveLength(3)
  expect(byOwner.get(eves)).toMatchObject({ id: holdId, amount: 40 })
  for (const side of [ada, bo]) expect(byOwner.get(side.id)).toMatchObject({ amount: 250 })
})
