import { beforeEach, describe, expect, it } from 'vitest'
import {
  acceptedBattle,
  apOf,
  challenge,
  creator,
  doDue,
  form,
  gift,
  giver,
  liveBattle,
  readBattle,
  STARTS_AT,
  steezeOf,
  step,
} from '../../../../../tests/server/actors/battles.ts'
import { holding } from '../../../../../tests/server/database/holding.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { twoServers } from '../../../../../tests/server/two-servers.ts'
import { features } from '../../../features.ts'
import { auditBattles } from '../audit-battles.ts'
import { askRematch } from '../creating/ask-rematch.ts'
import { giveGifts } from '../gifts/give-gifts.ts'
import { timeWithoutOutage } from '../outages/heartbeat.ts'
import { countByStatus } from '../store.ts'

const ENDS_AT = '2026-03-02T20:00:00.000Z'
const WAITING = `select 1 from pg_locks l join pg_stat_activity a using (pid)
                 where a.datname = current_database() and not l.granted`

describe('at the same moment, on two servers', () => {
  const [one, two] = twoServers(testApp)
  beforeEach(() => {
    for (const { ctx } of [one, two]) ctx.clock.set('2026-03-02T12:00:00Z')
  })
  const moveBoth = (moment: string) => {
    for (const { ctx } of [one, two]) ctx.clock.set(moment)
  }

  it('a reminder announces only the start it was set for', async () => {
    for (let round = 0; round < 4; round++) {
      moveBoth('2026-03-02T12:00:00Z')
      const { id } = await acceptedBattle(one)
      const crowd = await Promise.all(Array.from({ length: 4 }, () => creator(one, 0)))
      moveBoth(STARTS_AT)
      const [replies] = await Promise.all([
        Promise.all(crowd.map((each) => each.send('PUT', `/api/battles/${id}/reminder`))),
        doDue(two.ctx),
        doDue(one.ctx),
      ])
      await doDue(one.ctx)
      for (const [i, each] of crowd.entries()) {
        const titles = (await each.call('GET /api/notifications')).map(({ title }) => title)
        expect(titles).toHaveLength(replies[i]?.status === 200 ? 1 : 0)
      }
    }
  })

  it('either accept or withdraw wins, and the stakes match', async () => {
    for (let round = 0; round < 4; round++) {
      const [ada, bo] = [await creator(one), await creator(one)]
      const { id } = await challenge(ada, bo.id)
      const [accept, withdraw] = await Promise.all([step(bo, id, 'accept'), step(ada, id, 'withdraw')])
      const { status } = await readBattle(ada, id)
      expect([accept.status, withdraw.status, status]).toEqual(
        accept.status === 200 ? [200, 409, 'accepted'] : [409, 200, 'withdrawn'],
      )
      const free = status === 'accepted' ? 750 : 1_000
      expect([await apOf(ada), await apOf(bo)]).toEqual(Array(2).fill({ total: 1_000, free }))
    }
  })

  it('accepting more battles than allowed stops at three', async () => {
    const bo = await creator(one)
    const ids = []
    for (let count = 0; count < 5; count++)
      ids.push((await challenge(await creator(one), bo.id, { stakeAmount: 10 })).id)
    const replies = await Promise.all(ids.map((id) => step(bo, id, 'accept')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
  })

  it('challenging with more than the balance stakes only the balance', async () => {
    const [ada, bo, cy] = [await creator(one, 300), await creator(one), await creator(one)]
    const replies = await Promise.all(
      [bo, cy].map(({ id }) => ada.send('POST', '/api/battles', form(id, { stakeAmount: 200 }))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await apOf(ada)).toEqual({ total: 300, free: 100 })
  })

  it('the last Steeze from two tabs is given once, to either battle', async () => {
    for (let round = 0; round < 3; round++) {
      moveBoth('2026-03-02T12:00:00Z')
      const right = await acceptedBattle(one)
      const left = await liveBattle(one)
      moveBoth(STARTS_AT)
      const cy = await giver(one, { purchased: 1 })
      const wanted = (battleId: string, participantId: string, key: string) => [
        { battleId, participantId, giverId: cy.id, amount: 1, key },
      ]
      const outcomes = await Promise.all([
        giveGifts(one.ctx, wanted(left.id, left.ada.id, `a${round}`)),
        giveGifts(two.ctx, wanted(left.id, left.bo.id, `b${round}`)),
        giveGifts(two.ctx, wanted(right.id, right.bo.id, `c${round}`)),
      ])
      const given = outcomes.flat().filter((outcome) => 'given' in outcome)
      expect(given).toHaveLength(1)
      expect(outcomes.flat().filter((outcome) => 'refused' in outcome)).toEqual(
        Array(2).fill({ refused: 'GIFT_STEEZE_TOO_LOW' }),
      )
      expect(await steezeOf(cy)).toEqual({ purchasedSteeze: 0, battleEarnedSteeze: 0 })
    }
  })

  it('gifts to the same battles lock them in one order and never deadlock', async () => {
    moveBoth('2026-03-02T12:00:00Z')
    const battles = [await acceptedBattle(one), await liveBattle(one)]
    const cy = await giver(one)
    moveBoth(STARTS_AT)
    const [first, last] = battles.map(({ id }) => id).sort()
    for (const [round, order] of [battles, battles.toReversed()].entries()) {
      const wanted = order.map(({ id, ada }) => ({
        battleId: id,
        participantId: ada.id,
        giverId: cy.id,
        amount: 1,
        key: `ring-${id}-${round}`,
      }))
      const given = await two.ctx.db.tx(async (tx) => {
        await tx.query('select 1 from battles where id = $1 for update', [first ?? null])
        const gifts = giveGifts(one.ctx, wanted)
        const waiting = `select 1 from pg_locks where not granted and pid in (
          select pid from pg_locks where relation = 'battles'::regclass
            and database = (select oid from pg_database where datname = current_database()))`
        while ((await tx.query(waiting)).length === 0);
        // Fails if the gift has already taken the last lock instead of waiting for the first.
        await tx.query('select 1 from battles where id = $1 for update nowait', [last ?? null])
        return { gifts }
      })
      expect((await given.gifts).filter((outcome) => 'given' in outcome)).toHaveLength(2)
    }
  })

  it('both asking for a rematch get one [battles.rematch-once]', async () => {
    const { ada, bo, id } = await acceptedBattle(one)
    for (const moment of [STARTS_AT, ENDS_AT]) {
      moveBoth(moment)
      await doDue(one.ctx)
    }
    const ids = await Promise.all(
      [ada, bo, ada, bo].map(({ id: userId }, index) =>
        askRematch(index % 2 ? two.ctx : one.ctx, features, { battleId: id, userId, requestKey: undefined }),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await apOf(ada)).free + (await apOf(bo)).free).toBe(1_750)
  })

  it('both seeing an outage move the end once, and settle nothing before [battles.outage]', async () => {
    const { ada, id } = await liveBattle(one)
    const endMs = Date.parse(ENDS_AT)
    const servers = [one, two].map(({ ctx }) => ({ ...ctx, limits: { ...ctx.limits, battleOutageMs: 5_000 } }))
    const [first] = servers
    if (!first) throw new Error('there are two servers')
    for (const ms of [-20_000, -19_000, 0]) {
      moveBoth(new Date(endMs + ms).toISOString())
      // In the second round, one server alone writes the last heartbeat; then both are back at once.
      await Promise.all((ms === 0 ? servers : [first]).map((ctx) => doDue(ctx)))
    }
    expect(await readBattle(ada, id)).toMatchObject({
      status: 'active',
      endsAt: new Date(endMs + 19_000).toISOString(),
      outage: { from: new Date(endMs - 19_000).toISOString(), to: ENDS_AT },
    })
    await one.ctx.db.query('delete from battle_pulse')
  })

  it('a gift to a battle whose end moves while its transaction waits for another battle is given [battles.outage]', async () => {
    const [ending, other] = [await acceptedBattle(one), await acceptedBattle(one, { duration: 5 })]
    moveBoth(STARTS_AT)
    await doDue(one.ctx)
    const cy = await giver(one)
    moveBoth(ENDS_AT)
    const server = { ...two.ctx, limits: { ...two.ctx.limits, battleOutageMs: 5_000 } }
    const { db } = one.ctx
    await db.query('insert into battle_pulse (at) values ($1)', [new Date(Date.parse(ENDS_AT) - 19_000)])
    const release = await holding(db, (tx) => tx.query('select 1 from battles where id = $1 for update', [other.id]))
    const gifts = giveGifts(
      server,
      [ending, other].map(({ id, ada }) => ({
        battleId: id,
        participantId: ada.id,
        giverId: cy.id,
        amount: 1,
        key: `moved-${id}`,
      })),
    )
    while ((await db.query(WAITING)).length === 0);
    await timeWithoutOutage(server)
    await release()
    expect(await gifts).toMatchObject([{ given: { battleId: ending.id } }, { given: { battleId: other.id } }])
    await db.query('delete from battle_pulse')
  })

  it('a gift that waits for a late lead counts in the time it added, and no settlement comes between [battles.soft-close]', async () => {
    const { ada, bo, cy, id } = await liveBattle(one, { purchased: 100 }, { softClose: true })
    const endMs = Date.parse(ENDS_AT)
    const { late } = await one.ctx.db.tx(async (tx) => {
      await tx.query(
        `update battles set extended_at = array[ends_at - interval '1 second'], planned_ends_at = ends_at,
                            ends_at = ends_at + interval '59 seconds', due_at = ends_at + interval '59 seconds'
         where id = $1`,
        [id],
      )
      two.ctx.clock.set(new Date(endMs + 500))
      await doDue(two.ctx)
      const gifts = giveGifts(two.ctx, [{ battleId: id, participantId: bo.id, giverId: cy.id, amount: 1, key: 'late' }])
      let isAnswered = false
      void gifts.finally(() => {
        isAnswered = true
      })
      // Asked outside the transaction, which would keep the first answer.
      while (!isAnswered && (await two.ctx.db.query(WAITING)).length === 0);
      return { late: gifts }
    })
    expect(await late).toMatchObject([{ given: { at: new Date(endMs + 500) } }])
    two.ctx.clock.set(new Date(endMs + 58_999))
    await doDue(two.ctx)
    expect(await readBattle(ada, id)).toMatchObject({ status: 'active', opponentVotes: 1 })
    // That gift took the lead, too. From two seconds after the end gifts lock nothing, so they can't keep the
    // settlement out.
    two.ctx.clock.set(new Date(endMs + 500 + 62_000))
    await one.ctx.db.tx(async (tx) => {
      await tx.query('select 1 from battles where id = $1 for update', [id])
      const wanted = { battleId: id, participantId: bo.id, giverId: cy.id, amount: 1, key: 'too-late' }
      expect(await giveGifts(two.ctx, [wanted])).toEqual([{ refused: 'BATTLE_ENDED' }])
    })
  })

  it('gifts racing the end: accepted ones count, others stay with the giver, and the battle settles once [battles.start-exactly-once] [battles.gift-time-after-lock]', async () => {
    const { ada, bo, cy, id } = await liveBattle(one, { purchased: 200 })
    moveBoth(STARTS_AT)
    const early = Array.from({ length: 60 }, (_, at) => gift(cy, id, at % 3 ? ada.id : bo.id, 1))
    two.ctx.clock.set(ENDS_AT)
    const late = Array.from({ length: 10 }, (_, at) =>
      giveGifts(two.ctx, [{ battleId: id, participantId: ada.id, giverId: cy.id, amount: 1, key: `late-${at}` }]),
    )
    const settling = [doDue(two.ctx), doDue(two.ctx), doDue(two.ctx)]
    const replies = await Promise.all(early)
    expect((await Promise.all(late)).flat()).toEqual(Array(10).fill({ refused: 'BATTLE_ENDED' }))
    await Promise.all(settling)
    await doDue(two.ctx)
    const given = replies.filter(({ status }) => status === 200).length
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await readBattle(cy, id)).toMatchObject({ status: 'completed', totalVotes: given, giftCount: given })
    expect((await steezeOf(cy)).purchasedSteeze).toBe(200 - given)
    const [left, right] = [await steezeOf(ada), await steezeOf(bo)]
    expect(left.battleEarnedSteeze + right.battleEarnedSteeze).toBe(given)
    expect((await apOf(ada)).total + (await apOf(bo)).total).toBe(2_000)
    const steps = await one.ctx.db.query('select step from battle_steps where battle_id = $1 order by id', [id])
    expect(steps.map(({ step: name }) => name)).toEqual(['create', 'accept', 'start', 'settle'])
  })

  it('keeps the totals by status right through all of this, under concurrent changes that never block each other', async () => {
    const { db } = one.ctx
    const people = await Promise.all(Array.from({ length: 2 }, () => creator(one)))
    const [first = '', second = ''] = await Promise.all(
      people.map(async (ada) => (await challenge(ada, (await creator(two)).id)).id),
    )
    const pending = async () => (await countByStatus(db)).get('pending') ?? 0
    const before = await pending()
    const expire = `update battles set status = 'expired', due_at = null where id = $1`
    const release = await holding(db, (tx) => tx.query(expire, [first]))
    const during = await db.query(expire, [second]).then(pending).finally(release)
    expect([during, await pending()]).toEqual([before - 1, before - 2])
    // Another test here moves an end by hand.
    const wrongTotals = async () =>
      (await auditBattles(db)).broken
        .filter(({ promise }) => promise.startsWith('totals'))
        .map(({ subject }) => subject)
    expect(await wrongTotals()).toEqual([])
    await db.query(`insert into battle_totals (counts) values ('{"pending": 1}')`)
    expect(await wrongTotals()).toEqual(['pending'])
    await db.query(`delete from battle_totals where counts = '{"pending": 1}'`)
  })
})
