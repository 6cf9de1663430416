import { beforeEach, expect, it } from 'vitest'
import type { Actor } from '../../../../tests/server/actors/actors.ts'
import { post } from '../../../../tests/server/actors/ledger.ts'
import { earner } from '../../../../tests/server/actors/redeeming.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { houseAccount, userAccount } from '../ledger/index.ts'
import { auditSteeze } from './index.ts'

const test = openForEach(testApp)
let early: Actor
let checkpoint: unknown
beforeEach(async () => {
  early = await earner(test, 100)
  checkpoint = JSON.parse(JSON.stringify((await auditSteeze(test.ctx.db)).checkpoint))
})

const full = () => auditSteeze(test.ctx.db)
const rest = () => auditSteeze(test.ctx.db, { checkpoint })
const promises = ({ broken }: { broken: { promise: string }[] }) => broken.map(({ promise }) => promise)
const ISSUED = 'Steeze issued and burned matches purchases and withdrawals on chain'
const CREDITED = 'every confirmed purchase was credited once, to its owner'

/** Runs `work` with the first event changed, then restores it. */
async function withFirstEvent(set: string, back: string, work: () => Promise<void>): Promise<void> {
  const change = (to: string) =>
    test.ctx.db.query(`update chain_events set ${to} where id = (select min(id) from chain_events)`)
  await change(set)
  await work()
  await change(back)
}

it('ends where a full one ends, once before and once after events that are not final', async () => {
  expect(await rest()).toEqual(await full())
  await earner(test, 30)
  test.ctx.chain.finality = 100
  await earner(test, 5)
  expect(await full()).toMatchObject({ broken: [] })
  expect(await rest()).toEqual(await full())
  expect((await rest()).checkpoint).not.toEqual(checkpoint)
})

it('finds what is wrong since, such as Steeze without an event, and leaves earlier events to a full one [ledger.steeze-from-contract]', async () => {
  await earner(test, 30)
  const chain = houseAccount('steeze_chain')
  const hers = userAccount((await early.me()).id, 'steeze_purchased')
  const moved = { kind: 'steeze_purchase', reference: 'nothing', amount: 7 } as const
  await post(test.ctx.db, { ...moved, key: 'out of nowhere', from: chain, to: hers })
  expect((await rest()).broken).toEqual((await full()).broken)
  expect(promises(await rest())).toEqual([ISSUED])
  await post(test.ctx.db, { ...moved, key: 'and back', from: hers, to: chain })

  await test.ctx.db.query(`update chain_events set status = 'gone' where id = (select max(id) from chain_events)`)
  expect(promises(await rest())).toEqual([ISSUED, CREDITED])
  await test.ctx.db.query(`update chain_events set status = 'applied' where id = (select max(id) from chain_events)`)

  await withFirstEvent('steeze_amount = steeze_amount + 1', 'steeze_amount = steeze_amount - 1', async () => {
    expect(await rest()).toMatchObject({ broken: [] })
    expect(promises(await full())).toContain(ISSUED)
  })
})

it('believes no checkpoint that the ledger contradicts, and reads everything', async () => {
  const { broken, ...whole } = await full()
  const wrong = { ...(checkpoint as { sum: string }), sum: '99' }
  expect(await auditSteeze(test.ctx.db, { checkpoint: wrong })).toEqual({ broken, ...whole })
  expect(broken).toEqual([])
  expect(await auditSteeze(test.ctx.db, { checkpoint: { version: 2 } })).toEqual({ broken, ...whole })
})
