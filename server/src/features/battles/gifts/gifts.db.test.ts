import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  acceptedBattle,
  doDue,
  fundSteeze,
  gift,
  giver,
  liveBattle,
  putInDebt,
  readBattle,
  runAt,
  steezeOf,
} from '../../../../../tests/server/actors/battles.ts'
import { BreakableDb } from '../../../../../tests/server/database/breakable-db.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import type { Db } from '../../../platform/db/db.ts'
import { whitelistWallet } from '../../whitelist/index.ts'
import { type ChainedGift, chainNext, chainStart } from './gift-chain.rules.ts'
import { giftQueue } from './gift-queue.ts'
import { giveGifts } from './give-gifts.ts'

const NOW = '2026-03-02T12:00:00Z'
const ENDS_AT = '2026-03-02T20:00:00.000Z'
const EXCEPT = { except: ['idempotent_answers', 'sessions'] }

const test = openForAll(() => testApp({ wrapDb: broken.wrap }))
const broken = new BreakableDb()
beforeEach(() => test.ctx.clock.set(NOW))

const key = (name: string) => ({ 'idempotency-key': name.padEnd(8, '-') })

describe('a gift', () => {
  it('leaves the giver at once, purchased first, and is held in the battle [battles.gift-held] [battles.votes-count-steeze] [battles.totals-in-battle] [ledger.purchased-first] [ledger.spend-remembers-parts] [ledger.holds]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test, { purchased: 5, earned: 10 })
    expect(await gift(cy, id, ada.id, 8)).toMatchObject({
      status: 200,
      body: { id: `${id}/1`, seq: 1, participantId: ada.id, amount: 8, purchased: 5, earned: 3, voterId: cy.id },
    })
    expect(await gift(cy, id, bo.id, 2)).toMatchObject({ status: 200, body: { seq: 2, purchased: 0, earned: 2 } })
    expect(await steezeOf(cy)).toEqual({ purchasedSteeze: 0, battleEarnedSteeze: 5 })
    for (const who of [ada, bo]) expect(await steezeOf(who)).toEqual({ purchasedSteeze: 0, battleEarnedSteeze: 0 })
    const { username } = await cy.me()
    const gave = (amount: number) => [{ userId: cy.id, username, profileImageUrl: null, amount, gifts: 1 }]
    expect(await readBattle(new Actor(test), id)).toMatchObject({
      challengerVotes: 8,
      opponentVotes: 2,
      totalVotes: 10,
      giftCount: 2,
      topGifters: { challenger: gave(8), opponent: gave(2) },
    })
  })

  it('of 1 is a vote [battles.vote-is-gift-of-one]', async () => {
    const { bo, cy, id } = await liveBattle(test)
    const vote = await cy.call('POST /api/battles/vote', { body: { battleId: id, participantId: bo.id } })
    expect(vote).toMatchObject({ amount: 1, participantId: bo.id })
    expect(await steezeOf(cy)).toEqual({ purchasedSteeze: 99, battleEarnedSteeze: 0 })
    expect(await readBattle(cy, id)).toMatchObject({ opponentVotes: 1, challengerVotes: 0 })
  })

  it('publishes the change', async () => {
    const { ada, cy, id } = await liveBattle(test)
    test.changedTopics()
    await gift(cy, id, ada.id, 1)
    expect(test.changedTopics().sort()).toEqual([`battle:${id}`, `user:${cy.id}`])
  })
})

it('gifts are counted by outcome, with the time they took and the batches they went in', async () => {
  const other = await testApp()
  try {
    const { ada, cy, id } = await liveBattle(other)
    await gift(cy, id, ada.id, 60)
    await gift(cy, id, ada.id, 60)
    await gift(cy, id, ada.id, 1)
    const { body } = await other.app.inject({ url: '/metrics' })
    expect(body).toContain('gifts_total{outcome="given"} 2')
    expect(body).toContain('gifts_total{outcome="GIFT_STEEZE_TOO_LOW"} 1')
    expect(body).toContain('gift_wait_seconds_count 3')
    expect(body).toContain('gift_batch_size_sum 3')
  } finally {
    await other.close()
  }
})

describe('the server refuses a gift', () => {
  const refused = async (send: () => Promise<unknown>, status: number, code: Parameters<typeof refusal>[1]) => {
    const before = await databaseState(test.ctx.db, EXCEPT)
    expect(await send()).toMatchObject(refusal(status, code))
    expect(await databaseState(test.ctx.db, EXCEPT)).toEqual(before)
  }

  it('that is not a whole number of at least 1 [battles.check-gift-whole]', async () => {
    const { ada, cy, id } = await liveBattle(test)
    for (const amount of [0, -1, 1.5, 'abc', null, undefined] as number[]) {
      const reply = await gift(cy, id, ada.id, amount)
      expect(reply).toMatchObject({
        ...refusal(400, 'GIFT_AMOUNT_INVALID'),
        body: { message: 'Please enter a valid gift amount' },
      })
    }
  })

  it('above the giver’s balance [battles.check-gift-balance]', async () => {
    const { ada, cy, id } = await liveBattle(test, { purchased: 3, earned: 4 })
    await refused(() => gift(cy, id, ada.id, 8), 409, 'GIFT_STEEZE_TOO_LOW')
    expect(await gift(cy, id, ada.id, 7)).toMatchObject({ status: 200 })
    await refused(() => gift(cy, id, ada.id, 1), 409, 'GIFT_STEEZE_TOO_LOW')
  })

  it('to a battle that is not live, whatever the clock says, or unknown [battles.check-gift-active]', async () => {
    const { ada, id } = await acceptedBattle(test)
    const cy = await giver(test)
    await refused(() => gift(cy, 'f47ac10b-58cc-4372-a567-0e02b2c3d479', ada.id, 1), 404, 'BATTLE_NOT_FOUND')
    await refused(() => gift(cy, id, ada.id, 1), 409, 'BATTLE_NOT_ACTIVE')
    expect((await readBattle(cy, id)).can.gift).toEqual({ allowed: false, reason: 'BATTLE_NOT_ACTIVE' })
  })

  it('from the end on, settled or not [battles.check-gift-before-end]', async () => {
    const { ada, cy, id } = await liveBattle(test)
    test.ctx.clock.set(new Date(new Date(ENDS_AT).getTime() - 1))
    expect(await gift(cy, id, ada.id, 1)).toMatchObject({ status: 200 })
    test.ctx.clock.set(ENDS_AT)
    await refused(() => gift(cy, id, ada.id, 1), 409, 'BATTLE_ENDED')
    await doDue(test.ctx)
    await refused(() => gift(cy, id, ada.id, 1), 409, 'BATTLE_ENDED')
  })

  it('by a debtor, whatever their balance, and nobody else’s in the batch [battles.check-gift-debt]', async () => {
    const { ada, cy, id } = await liveBattle(test, { purchased: 5, earned: 10 })
    const dee = await giver(test)
    await putInDebt(test.ctx, cy.id)
    const replies = await Promise.all([gift(dee, id, ada.id, 1), gift(cy, id, ada.id, 1), gift(dee, id, ada.id, 2)])
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 200])
    expect(replies[1]).toMatchObject(refusal(409, 'IN_DEBT'))
    expect(await steezeOf(cy)).toMatchObject({ battleEarnedSteeze: 10 })
  })

  it('while the beta is closed to the giver [access.check-beta-gift]', async () => {
    const closed = await testApp({ settings: { betaAccess: 'open' } })
    const { ada, cy, id } = await liveBattle(closed)
    closed.ctx.settings.betaAccess = 'closed'
    expect(await gift(cy, id, ada.id, 1)).toMatchObject(refusal(403, 'BETA_ACCESS_REQUIRED'))
    expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 100 })
    await whitelistWallet(closed.ctx, cy.wallet.address)
    expect(await gift(cy, id, ada.id, 1)).toMatchObject({ status: 200 })
    await closed.close()
  })
})

describe('a repeated gift', () => {
  it('that was refused stays refused under that key', async () => {
    const { ada, cy, id } = await liveBattle(test, { purchased: 1 })
    const dee = await giver(test, { purchased: 50 })
    expect(await gift(cy, id, ada.id, 2, key('too-much'))).toMatchObject(refusal(409, 'GIFT_STEEZE_TOO_LOW'))
    await fundSteeze(test.ctx, cy.id, { purchased: 10 })
    expect(await gift(cy, id, ada.id, 2, key('too-much'))).toMatchObject(refusal(409, 'GIFT_STEEZE_TOO_LOW'))
    expect(await gift(cy, id, ada.id, 3, key('too-much'))).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await gift(cy, id, ada.id, 2, key('again'))).toMatchObject({ status: 200 })
    expect(await gift(dee, id, ada.id, 3, key('too-much'))).toMatchObject({ status: 200 })
  })

  it('counts once when the commit’s response was lost, and not at all when nothing was committed', async () => {
    for (const isKept of [true, false]) {
      const { ada, cy, id } = await liveBattle(test)
      test.ctx.clock.set('2026-03-02T16:30:00Z')
      broken.failNextCommit(Object.assign(new Error('lost'), { code: '08006' }), { isKept })
      expect(await gift(cy, id, ada.id, 10, key('unheard'))).toMatchObject({ status: 503 })
      expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: isKept ? 90 : 100 })
      expect(await gift(cy, id, ada.id, 10, key('unheard'))).toMatchObject({ status: 200, body: { seq: 1 } })
      expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 90 })
      test.ctx.clock.set(NOW)
    }
  })
})

describe('simultaneous gifts', () => {
  it('are decided one by one, to the last Steeze [battles.gift-concurrent]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test, { purchased: 7, earned: 5 })
    const dee = await giver(test, { earned: 30 })
    const wanted = Array.from({ length: 40 }, (_, at) => gift(at % 2 ? cy : dee, id, at % 4 < 2 ? ada.id : bo.id, 1))
    const replies = await Promise.all(wanted)
    const count = (actor: Actor, status: number) =>
      replies.filter((reply, at) => (at % 2 ? cy : dee) === actor && reply.status === status).length
    expect([count(cy, 200), count(cy, 409), count(dee, 200)]).toEqual([12, 8, 20])
    expect([await steezeOf(cy), await steezeOf(dee)]).toEqual([
      { purchasedSteeze: 0, battleEarnedSteeze: 0 },
      { purchasedSteeze: 0, battleEarnedSteeze: 10 },
    ])
    expect(await readBattle(cy, id)).toMatchObject({ totalVotes: 32, giftCount: 32 })
    const seqs = replies.filter(({ status }) => status === 200).map(({ body }) => body.seq)
    expect(seqs.sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, at) => at + 1))
  })

  it('do not fail together when their transaction does', async () => {
    const { ada, cy, id } = await liveBattle(test)
    broken.failNextCommit(Object.assign(new Error('bug'), { code: 'XX000' }), { isKept: false })
    const replies = await Promise.all([1, 2, 3].map((amount) => gift(cy, id, ada.id, amount)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await readBattle(cy, id)).toMatchObject({ totalVotes: 6, giftCount: 3 })
  })
})

describe('gifts to several battles', () => {
  it('share a transaction once the maximum number is running', async () => {
    const battles = []
    for (let count = 0; count < 7; count++) battles.push({ ...(await acceptedBattle(test)), cy: await giver(test) })
    battles.push(await liveBattle(test))
    const held = Promise.withResolvers<void>()
    let transactions = 0
    const tx: Db['tx'] = async (work) => {
      transactions += 1
      if (transactions <= 4) await held.promise
      return test.ctx.db.tx(work)
    }
    const give = giftQueue({ ...test.ctx, db: { ...test.ctx.db, tx } })
    const given = []
    for (const { id, ada, cy } of battles) {
      given.push(give({ battleId: id, participantId: ada.id, giverId: cy.id, amount: 1, key: 'shared' }))
      await new Promise(setImmediate)
    }
    expect(transactions).toBe(4)
    held.resolve()
    expect((await Promise.all(given)).map(({ battleId, seq }) => [battleId, seq])).toEqual(
      battles.map(({ id }) => [id, 1]),
    )
    expect(transactions).toBe(5)
  })

  it('in one transaction are decided one by one, and each battle has its own count and chain', async () => {
    const later = await acceptedBattle(test, { battleDate: '2026-03-03T16:00:00.000Z' })
    const [left, right] = [await acceptedBattle(test), await liveBattle(test)]
    const cy = await giver(test, { purchased: 7 })
    const to = ({ id, ada }: { id: string; ada: { id: string } }, amount: number, key: string) => ({
      battleId: id,
      participantId: ada.id,
      giverId: cy.id,
      amount,
      key,
    })
    const outcomes = await giveGifts(test.ctx, [
      to(left, 2, 'first'),
      to(right, 3, 'second'),
      to(later, 1, 'third'),
      to(right, 2, 'first'),
      to(left, 3, 'fourth'),
      to(right, 2, 'fifth'),
      to(left, 2, 'first'),
    ])
    expect(outcomes).toMatchObject([
      { given: { battleId: left.id, seq: 1 } },
      { given: { battleId: right.id, seq: 1 } },
      { refused: 'BATTLE_NOT_ACTIVE' },
      { refused: 'IDEMPOTENCY_KEY_REUSED' },
      { refused: 'GIFT_STEEZE_TOO_LOW' },
      { given: { battleId: right.id, seq: 2 } },
      { given: { battleId: left.id, seq: 1 } },
    ])
    expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 0 })
    expect(await readBattle(cy, left.id)).toMatchObject({ challengerVotes: 2, giftCount: 1 })
    expect(await readBattle(cy, right.id)).toMatchObject({ challengerVotes: 5, giftCount: 2 })
    for (const { id, ada } of [left, right]) {
      const gifts = await test.ctx.db.query<ChainedGift & { hash: string }>(
        `select seq, at, giver_id as "giverId", participant_id as "participantId", amount, purchased, earned, hash
         from battle_gifts where battle_id = $1 order by seq`,
        [id],
      )
      let head = chainStart(id)
      for (const gift of gifts) {
        expect(gift).toMatchObject({ giverId: cy.id, participantId: ada.id })
        head = chainNext(head, gift)
        expect(gift.hash).toBe(head)
      }
      expect(await test.ctx.db.query('select gift_head as head from battles where id = $1', [id])).toEqual([{ head }])
    }
  })
})

describe('the votes of a battle', () => {
  it('are newest first, 100 a page, without gap or repetition [battles.const-votes-page]', async () => {
    const { ada, bo, cy, id } = await liveBattle(test, { purchased: 500 })
    await Promise.all(Array.from({ length: 103 }, (_, at) => gift(cy, id, at % 2 ? ada.id : bo.id, 1 + (at % 3))))
    const visitor = new Actor(test)
    const page = (query: Record<string, string> = {}) =>
      visitor.call('GET /api/battles/:id/votes', { params: { id }, query })
    const first = await page()
    expect(first.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, at) => 103 - at))
    const { username } = await cy.me()
    expect(first[0]).toEqual({
      id: `${id}/103`,
      seq: 103,
      participantId: expect.stringMatching(new RegExp(`${ada.id}|${bo.id}`)),
      amount: expect.any(Number),
      voterId: cy.id,
      voterUsername: username,
      voterImageUrl: null,
      createdAt: '2026-03-02T16:00:00.000Z',
    })
    await gift(cy, id, ada.id, 1)
    expect((await page({ before: '4' })).map(({ seq }) => seq)).toEqual([3, 2, 1])
    expect(await page({ before: '1' })).toEqual([])
    const none = await visitor.send('GET', '/api/battles/f47ac10b-58cc-4372-a567-0e02b2c3d479/votes')
    expect(none).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
  })

  it('list the ten top gifters per side with their totals', async () => {
    const { ada, bo, id } = await liveBattle(test)
    const givers = await Promise.all(Array.from({ length: 12 }, () => giver(test)))
    await Promise.all(givers.map((actor, at) => gift(actor, id, ada.id, at + 1)))
    await gift(givers[0] as Actor, id, ada.id, 50)
    await gift(givers[1] as Actor, id, bo.id, 99 - 2)
    const { topGifters } = await readBattle(new Actor(test), id)
    expect(topGifters.challenger.map(({ amount, gifts }) => [amount, gifts])).toEqual([
      [51, 2],
      ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((amount) => [amount, 1]),
    ])
    expect(topGifters.opponent.map(({ amount }) => amount)).toEqual([97])
    // All givers get their own sums, top gifters or not, and no others'.
    const ownGifts = async (viewer: Actor) => (await readBattle(viewer, id)).ownGifts
    expect(await ownGifts(givers[1] as Actor)).toEqual({ challenger: 2, opponent: 97 })
    expect(await ownGifts(givers[2] as Actor)).toEqual({ challenger: 3, opponent: 0 })
    for (const other of [ada, new Actor(test)]) expect(await ownGifts(other)).toEqual({ challenger: 0, opponent: 0 })
  })
})

describe('with tied gifters', () => {
  it('rank the one who reached the amount first, on the battle and its receipt, whatever their ids', async () => {
    for (const isLowerIdFirst of [true, false]) {
      const { ada, bo, id } = await liveBattle(test)
      const [lower, higher] = [await giver(test), await giver(test)].sort((a, b) => (a.id < b.id ? -1 : 1))
      const [first, last] = (isLowerIdFirst ? [lower, higher] : [higher, lower]) as [typeof bo, typeof bo]
      await gift(last, id, ada.id, 3)
      await gift(first, id, ada.id, 5)
      await gift(last, id, ada.id, 2)
      const order = [first.id, last.id]
      const idsOf = ({ topGifters }: Pick<Awaited<ReturnType<typeof readBattle>>, 'topGifters'>) =>
        topGifters.challenger.map(({ userId }) => userId)
      expect(idsOf(await readBattle(bo, id))).toEqual(order)
      await runAt(test, ENDS_AT)
      expect(idsOf(await readBattle(bo, id))).toEqual(order)
      expect(idsOf(await bo.call('GET /api/battles/:id/receipt', { params: { id } }))).toEqual(order)
      test.ctx.clock.set(NOW)
    }
  })
})
