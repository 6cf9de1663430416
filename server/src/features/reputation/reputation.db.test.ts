import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../tests/server/actors/actors.ts'
import { challenge, creator, gift, giver, runAt, STARTS_AT, step } from '../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../tests/server/actors/inviting.ts'
import { learn } from '../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { openForEach } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'
import { auditParts } from './audit-parts.ts'

type Person = Actor & { id: string }

const test = openForEach(testApp)
let ada: Person
let bo: Person
let cy: Person
beforeEach(async () => {
  // The test grants AP as lessons do: 900 in addition to the wallet's bonus.
  ;[ada, bo, cy] = [await creator(test), await creator(test), await creator(test, 0)]
})

const partsOf = async ({ id }: Person) =>
  (await new Actor(test).call('GET /api/users/:id', { params: { id } })).reputation
const ranking = async (part: 'learned' | 'won') => {
  test.ctx.clock.advance({ minutes: 1 })
  const rows = await new Actor(test).call('GET /api/reputation/ranking', { query: { part } })
  return rows.map(({ rank, person, points }) => [rank, person.id, points])
}

async function play(winner: Person | null) {
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  const { id } = await challenge(ada, bo.id, { stakeAmount: 250 })
  await step(bo, id, 'accept')
  await runAt(test, STARTS_AT)
  if (winner) await gift(await giver(test), id, winner.id, 1)
  await runAt(test, '2026-03-02T20:00:00Z')
}

describe('the parts of a reputation', () => {
  it('are what somebody learned, and what they won less what they lost [leaderboard.parts]', async () => {
    expect(await partsOf(cy)).toEqual({ learned: 0, won: 0 })
    await learn(cy)
    const { auraPoints } = await cy.me()
    expect(await partsOf(cy)).toEqual({ learned: auraPoints - 100, won: 0 })
    await play(null)
    expect([await partsOf(ada), await partsOf(bo)]).toEqual(Array(2).fill({ learned: 900, won: 0 }))
    await play(bo)
    expect([await partsOf(ada), await partsOf(bo)]).toEqual([
      { learned: 900, won: -250 },
      { learned: 900, won: 250 },
    ])
    await play(ada)
    expect([await partsOf(ada), await partsOf(bo)]).toEqual(Array(2).fill({ learned: 900, won: 0 }))
  })

  it('rank people, most first, without those who have none [leaderboard.parts-board]', async () => {
    await play(bo)
    await learn(cy)
    const learned = await ranking('learned')
    expect(learned.map(([, , points]) => points)).toEqual([900, 900, (await partsOf(cy)).learned])
    expect(learned[2]).toEqual([3, cy.id, (await partsOf(cy)).learned])
    expect(await ranking('won')).toEqual([[1, bo.id, 250]])
  })

  it('go with the account and are in the download', async () => {
    await play(bo)
    expect((await bo.call('GET /api/user/export')).data).toMatchObject({ reputation: [{ learned: 900, won: 250 }] })
    await bo.signIn()
    await deleteAccount(bo)
    expect(await ranking('won')).toEqual([])
    expect((await partsOf(ada)).won).toBe(-250)
    expect((await auditParts(test.ctx.db)).broken).toEqual([])
  })

  it('are audited: a wrong, a missing and a made-up one are found [leaderboard.parts-audit]', async () => {
    await play(bo)
    expect((await auditParts(test.ctx.db, { maxRows: 32 })).broken).toEqual([])
    const before = (await databaseState(test.ctx.db)).reputation_parts
    const found = async () => (await auditParts(test.ctx.db, { maxRows: 32 })).broken.length
    await test.ctx.db.query('update reputation_parts set won = won + 1 where user_id = $1', [ada.id])
    expect(await found()).toBe(1)
    await test.ctx.db.query('update reputation_parts set won = won - 1 where user_id = $1', [ada.id])
    await test.ctx.db.query('insert into reputation_parts values ($1, 5, 0)', [cy.id])
    expect(await found()).toBe(1)
    await test.ctx.db.query('delete from reputation_parts where user_id = $1', [cy.id])
    await test.ctx.db.query('delete from reputation_parts where user_id = $1', [bo.id])
    expect(await found()).toBe(1)
    await test.ctx.db.query('insert into reputation_parts values ($1, 900, 250)', [bo.id])
    expect((await databaseState(test.ctx.db)).reputation_parts).toEqual(before)
  })

  it('are audited from a checkpoint as from the start, except for the transfers before it', async () => {
    await learn(cy)
    await play(bo)
    const { db } = test.ctx
    const { checkpoint } = await auditParts(db)
    const both = async () => {
      const [full, ...rest] = [await auditParts(db), await auditParts(db, { checkpoint, maxRows: 64 })]
      rest.push(await auditParts(db, { checkpoint: JSON.parse(JSON.stringify(checkpoint)) }))
      return { full, rest }
    }
    const agree = async () => {
      const { full, rest } = await both()
      expect(rest).toEqual([full, full])
      return full.broken.length
    }
    expect(await agree()).toBe(0)
    await play(ada)
    await bo.signIn()
    await deleteAccount(bo)
    expect(await agree()).toBe(0)
    for (const [change, back] of [
      ['learned = learned + 1', 'learned = learned - 1'],
      ['learned = learned + 1, won = won - 1', 'learned = learned - 1, won = won + 1'],
    ]) {
      await db.query(`update reputation_parts set ${change} where user_id = $1`, [cy.id])
      expect(await agree()).toBe(1)
      await db.query(`update reputation_parts set ${back} where user_id = $1`, [cy.id])
    }
    await db.query(`update reputation_parts set user_id = gen_random_uuid() where user_id = $1`, [cy.id])
    expect(await agree()).toBe(2)
    await db.query(`update reputation_parts set user_id = $1 where user_id not in (select id from users)`, [cy.id])
    expect(await agree()).toBe(0)

    const earlier = (by: number) =>
      db.query(
        `update ledger_transfers set amount = amount + $2 where kind = 'lesson_claim' and to_account in
           (select id from ledger_accounts where owner_id = $1)`,
        [cy.id, by],
      )
    await db.script('alter table ledger_transfers disable trigger user')
    await earlier(1)
    const { full, rest } = await both()
    expect([full.broken.length, ...rest.map(({ broken }) => broken.length)]).toEqual([1, 0, 0])
    await earlier(-1)
    await db.script('alter table ledger_transfers enable trigger user')
  })
})
