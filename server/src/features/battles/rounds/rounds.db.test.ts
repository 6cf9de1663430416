import { BattleReceipt } from '@aura/api/calls/battles/receipt'
import { Rounds } from '@aura/api/calls/battles/rounds'
import { receiptFaults } from '@aura/api/receipt-faults'
import { ROUND_RULES, walkoverAp } from '@aura/api/rules/rounds'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor } from '../../../../../tests/server/actors/actors.ts'
import {
  apOf,
  creator,
  doDue,
  gift,
  readBattle,
  STARTS_AT,
  steezeOf,
} from '../../../../../tests/server/actors/battles.ts'
import {
  answer,
  KNOWLEDGE,
  lobby,
  openRound,
  pass,
  playRound,
  readRounds,
  ready,
  solutionOf,
} from '../../../../../tests/server/actors/rounds.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { makeRounds } from '../../../../../tests/server/product/arena.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { suspendPerson } from '../../moderation/index.ts'
import { battlesDue } from '../lifecycle/due-battles.ts'
import { lockDue } from '../lifecycle/due-store.ts'
import { battlesRecap } from '../recap-store.ts'
import { beReady } from './be-ready.ts'
import { duelLive, roundsLive } from './read-rounds.ts'

const STAKE = 250
const ANSWER_MS = ROUND_RULES.answerSeconds * 1_000
const EXPLAIN_MS = ROUND_RULES.explainSeconds * 1_000
const LOBBY_MS = ROUND_RULES.lobbySeconds * 1_000

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const visitor = () => new Actor(test)
const roundsOf = (id: string) => readRounds(visitor(), id)
const receipt = (id: string) => visitor().call('GET /api/battles/:id/receipt', { params: { id }, query: {} })
const newest = async (who: Actor) => (await who.call('GET /api/notifications'))[0]

describe('a challenge to rounds', () => {
  it('names its kind everywhere, has no soft close, and keeps it in a rematch [battles.rounds-kind]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const made = await ada.call('POST /api/battles', {
      body: { opponentId: bo.id, stakeAmount: 10, ...KNOWLEDGE, bestOf: 7, softClose: true },
    })
    expect(made).toMatchObject({
      decidedBy: 'knowledge',
      softClose: false,
      battleStartsAt: '2026-03-02T12:05:00.000Z',
      rounds: { bestOf: 7, points: { challenger: 0, opponent: 0 }, absent: null },
    })
    expect((await newest(bo))?.message).toContain('best of 7')
    const link = await ada.call('POST /api/challenge-links', {
      body: { stakeAmount: 10, duration: 1, decidedBy: 'knowledge', bestOf: 3 },
    })
    expect(link).toMatchObject({ decidedBy: 'knowledge', bestOf: 3, softClose: false })
    const taken = await bo.call('POST /api/challenge-links/:id/accept', { params: { id: link.id }, body: undefined })
    expect(taken).toMatchObject({ decidedBy: 'knowledge', rounds: { bestOf: 3 } })

    const played = await openRound(test)
    for (let nr = 0; nr < 2; nr++) await playRound(test, played, { ada: true, bo: false })
    await doDue(test.ctx)
    const params = { id: played.id }
    const again = await played.bo.call('POST /api/battles/:id/rematch', { params, body: undefined })
    expect(again).toMatchObject({ decidedBy: 'knowledge', rounds: { bestOf: 3 }, rematchOf: played.id })
  })
})

describe('the lobby', () => {
  it('opens the first round once both are ready, and its commitment comes first [battles.round-sealed] [battles.round-lobby]', async () => {
    const { ada, bo, id } = await lobby(test)
    expect(await roundsOf(id)).toMatchObject({ phase: 'lobby', next: null })
    expect((await ready(ada, id)).body).toMatchObject({
      phase: 'lobby',
      lobby: { ready: { challenger: true, opponent: false } },
      own: { side: 'challenger' },
    })
    await ready(ada, id)
    const { body } = await ready(bo, id)
    expect(body).toMatchObject({
      phase: 'countdown',
      open: null,
      next: { number: 1, opensAt: '2026-03-02T16:00:03.000Z' },
    })
    const commitment = body.next?.commitment
    await pass(test, 2_999)
    expect((await roundsOf(id)).phase).toBe('countdown')
    await pass(test, 1)
    const state = await roundsOf(id)
    expect(Rounds.parse(state)).toEqual(state)
    expect(state).toMatchObject({
      phase: 'open',
      open: { number: 1, commitment, openedAt: '2026-03-02T16:00:03.000Z', closesAt: '2026-03-02T16:00:23.000Z' },
    })
    expect(await ready(bo, id)).toMatchObject(refusal(409, 'ROUNDS_BEGUN'))
  })

  it('starts the battle early if both are ready within a minute', async () => {
    const { ada, bo, id } = await lobby(test, { battleDate: '2026-03-02T18:00:00Z' })
    expect(await ready(ada, id)).toMatchObject(refusal(409, 'ROUNDS_NOT_READY_YET'))
    test.ctx.clock.set('2026-03-02T17:56:00Z')
    expect((await ready(ada, id)).body).toMatchObject({ phase: 'waiting' })
    test.ctx.clock.advance({ ms: LOBBY_MS })
    expect((await ready(bo, id)).body).toMatchObject({
      phase: 'waiting',
      lobby: { ready: { challenger: false, opponent: true } },
    })
    test.ctx.clock.advance({ ms: 1_000 })
    expect((await ready(ada, id)).body.phase).toBe('countdown')
    expect(await readBattle(ada, id)).toMatchObject({ status: 'active', battleStartsAt: '2026-03-02T17:57:01.000Z' })
    expect((await newest(ada))?.message).toContain('If you aren’t ready yet, get ready within 60 seconds')
  })

  it('of many battles ends a few at a time, so that none waits for all', async () => {
    const arenas = await makeRounds(test.ctx, 12)
    for (const { id, sides } of arenas) for (const userId of sides) await beReady(test.ctx, { battleId: id, userId })
    test.ctx.clock.advance({ ms: 3_000 })
    // The others stay unlocked, so that their answers wait for nothing.
    const which = { now: test.ctx.clock.sqlNow(), only: null, except: [], limit: 3, arePlaying: true }
    expect(await test.ctx.db.tx((tx) => lockDue(tx, which))).toHaveLength(3)
    expect(await test.ctx.db.tx((tx) => lockDue(tx, { ...which, arePlaying: false }))).toHaveLength(0)
    const job = battlesDue(test.ctx, { onError: () => {}, features: [] })
    const opened: number[] = []
    while (await job.runBatch()) {
      const states = await Promise.all(arenas.map(({ id }) => roundsOf(id)))
      opened.push(states.filter(({ phase }) => phase === 'open').length)
    }
    expect(opened).toEqual([10, 12])
  })

  it('ends in a walkover if one isn’t ready: they lose half their stake [battles.walkover]', async () => {
    const { ada, bo, cy, id } = await lobby(test, { stakeAmount: 25 })
    await gift(cy, id, ada.id, 5)
    await ready(bo, id)
    await pass(test, LOBBY_MS - 1)
    expect(await readBattle(ada, id)).toMatchObject({ status: 'active' })
    await pass(test, 1)
    expect(await readBattle(ada, id)).toMatchObject({
      status: 'completed',
      winnerId: bo.id,
      rounds: { absent: 'challenger', points: { challenger: 0, opponent: 0 } },
    })
    expect(await roundsOf(id)).toMatchObject({ phase: 'over', outcome: { endedBy: 'walkover', winner: 'opponent' } })
    expect([await apOf(ada), await apOf(bo)]).toEqual([
      { total: 1_000 - walkoverAp(25), free: 1_000 - walkoverAp(25) },
      { total: 1_000 + walkoverAp(25), free: 1_000 + walkoverAp(25) },
    ])
    expect(await steezeOf(ada)).toMatchObject({ battleEarnedSteeze: 5 })
    expect((await newest(ada))?.title).toContain('by walkover')
    const terms = await bo.call('GET /api/users/:id/challenge-terms', { params: { id: ada.id } })
    expect(terms.apLeft).toBe(1_000 - walkoverAp(25))
    const week = {
      userId: bo.id,
      monday: '2026-03-02',
      startsAt: new Date('2026-03-02'),
      endsAt: new Date('2026-03-09'),
    }
    expect((await battlesRecap.details(test.ctx, week)).moments[0]?.say('Ada').detail).toMatch(/^13 AP won/)
    expect(await receiptFaults([await receipt(id)])).toEqual([])
    expect(await test.ctx.db.query('select 1 from battle_seats where battle_id = $1', [id])).toEqual([])
  })

  it('calls the battle off if neither comes, and returns stakes and gifts [battles.round-absence]', async () => {
    const { ada, bo, cy, id } = await lobby(test)
    await gift(cy, id, ada.id, 5)
    await pass(test, LOBBY_MS)
    expect(await readBattle(ada, id)).toMatchObject({ status: 'cancelled', winnerId: null, rounds: { absent: 'both' } })
    expect(await roundsOf(id)).toMatchObject({ phase: 'over', outcome: { endedBy: 'absence', winner: null } })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_000 }, { free: 1_000 }])
    expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 100 })
    expect(await receiptFaults([await receipt(id)])).toEqual([])
  })
})

describe('a participant who is suspended', () => {
  const suspend = ({ id: userId }: { id: string }) =>
    suspendPerson(test.ctx, { userId, reason: 'For the test.', adminId: null })
  const isCalledOff = async ({ ada, bo, cy, id }: Awaited<ReturnType<typeof lobby>>) => {
    expect(await readBattle(bo, id)).toMatchObject({ status: 'cancelled', winnerId: null })
    expect(await roundsOf(id)).toMatchObject({ phase: 'over', outcome: { endedBy: 'called-off', winner: null } })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_000 }, { free: 1_000 }])
    expect(await steezeOf(cy)).toMatchObject({ purchasedSteeze: 100 })
    expect(await receiptFaults([await receipt(id)])).toEqual([])
  }

  it('loses nothing in the lobby, though being ready is refused [battles.rounds-restricted]', async () => {
    const battle = await lobby(test)
    await gift(battle.cy, battle.id, battle.bo.id, 5)
    await suspend(battle.ada)
    expect(await ready(battle.ada, battle.id)).toMatchObject(refusal(403, 'ACCOUNT_SUSPENDED'))
    await ready(battle.bo, battle.id)
    await pass(test, LOBBY_MS)
    await isCalledOff(battle)
  })

  it('loses nothing in a round [battles.rounds-restricted]', async () => {
    const battle = await openRound(test)
    const { right } = await solutionOf(test.ctx, battle.id)
    await suspend(battle.ada)
    await answer(battle.bo, battle.id, 1, right)
    await pass(test, ANSWER_MS + ROUND_RULES.maxRoundTripMs)
    await isCalledOff(battle)
  })

  it('has lost what was decided before [battles.rounds-restricted]', async () => {
    const decided = await openRound(test)
    await playRound(test, decided, { ada: false, bo: true })
    const solution = await solutionOf(test.ctx, decided.id)
    for (const [who, choice] of [
      [decided.ada, solution.wrong],
      [decided.bo, solution.right],
    ] as const)
      await answer(who, decided.id, 2, choice)
    await suspend(decided.ada)
    await pass(test, EXPLAIN_MS)
    expect(await readBattle(decided.bo, decided.id)).toMatchObject({ status: 'completed', winnerId: decided.bo.id })
  })
})

describe('a round', () => {
  it('keeps answers sealed until both have answered, then explains itself [battles.round-result]', async () => {
    const { ada, bo, id } = await openRound(test)
    const { right, wrong } = await solutionOf(test.ctx, id)
    expect(await answer(ada, id, 1, wrong)).toMatchObject({ status: 200, body: { choice: wrong } })
    const sealed = await readRounds(bo, id)
    expect(sealed).toMatchObject({
      phase: 'open',
      last: null,
      points: { challenger: 0, opponent: 0 },
      open: { answered: { challenger: true, opponent: false } },
      own: { choice: null },
    })
    expect((await readRounds(ada, id)).own?.choice).toEqual(wrong)
    test.ctx.clock.advance({ ms: 1_500 })
    await answer(bo, id, 1, right)
    const state = await readRounds(bo, id)
    expect(Rounds.parse(state)).toEqual(state)
    expect(state).toMatchObject({
      phase: 'reveal',
      points: { challenger: 0, opponent: 1 },
      streaks: { challenger: 0, opponent: 1 },
      results: [{ number: 1, isSuddenDeath: false, result: 'opponent' }],
      last: {
        right,
        answers: {
          challenger: { choice: wrong, isRight: false },
          opponent: { choice: right, isRight: true, ms: 1_500 },
        },
      },
      next: { number: 2 },
    })
    expect(state.next?.opensAt).toBe(state.revealEndsAt)
    expect(await readBattle(bo, id)).toMatchObject({ rounds: { points: { challenger: 0, opponent: 1 } } })
    await pass(test, EXPLAIN_MS)
    expect(await roundsOf(id)).toMatchObject({ phase: 'open', open: { number: 2, commitment: state.next?.commitment } })
  })

  it('counts the first answer, from whatever tab or device, and no other [battles.round-once]', async () => {
    const { ada, bo, id } = await openRound(test)
    const { right, wrong } = await solutionOf(test.ctx, id)
    const phone = Object.assign(new Actor(test), { wallet: ada.wallet })
    await phone.signIn()
    const twice = await Promise.all([answer(ada, id, 1, right), answer(phone, id, 1, right)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    for (const device of [ada, phone])
      expect(await answer(device, id, 1, wrong)).toMatchObject({ status: 200, body: { choice: right } })
    expect((await readRounds(phone, id)).own).toMatchObject({ side: 'challenger', choice: right })
    await answer(bo, id, 1, wrong)
    expect(await roundsOf(id)).toMatchObject({ last: { answers: { challenger: { choice: right } } } })
    // Also once the round is over.
    expect(await answer(ada, id, 1, wrong)).toMatchObject({ status: 200, body: { choice: right } })
  })

  it('takes no answer before it opens, after it closed, or to another round [battles.round-late]', async () => {
    const { ada, bo, cy, id } = await lobby(test)
    for (const who of [ada, bo]) await ready(who, id)
    expect(await answer(ada, id, 1, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    await pass(test, 3_000)
    expect(await answer(ada, id, 2, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    test.ctx.clock.advance({ ms: ANSWER_MS + 1 })
    expect(await answer(ada, id, 1, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    expect(await answer(cy, id, 1, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    await pass(test, ROUND_RULES.maxRoundTripMs)
    expect(await roundsOf(id)).toMatchObject({ phase: 'reveal', last: { result: 'nobody' } })
    expect(await answer(ada, id, 1, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
  })

  it('refuses what is no choice of its question, and changes nothing', async () => {
    const { ada, id } = await openRound(test)
    const before = await databaseState(test.ctx.db)
    for (const choice of [[99], [0, 0]]) {
      expect((await answer(ada, id, 1, choice)).status).toBe(400)
    }
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('takes a measured round trip off the time of an answer [battles.round-trip]', async () => {
    const { ada, bo, id } = await openRound(test)
    const ping = (token: string | null, who = bo) =>
      who.call('POST /api/battles/:id/rounds/ping', { params: { id }, body: { token } })
    for (let nr = 0; nr < 3; nr++) {
      const { token } = await ping(null)
      test.ctx.clock.advance({ ms: 500 })
      await ping(token)
    }
    expect(await ping('1.forged')).toMatchObject({ roundTripMs: 500 })
    // A token is its bearer's.
    const { token } = await ping(null)
    expect(await ping(token, ada)).toMatchObject({ roundTripMs: null })
    const { right } = await solutionOf(test.ctx, id)
    await answer(ada, id, 1, right)
    test.ctx.clock.advance({ ms: 700 })
    await answer(bo, id, 1, right)
    expect(await roundsOf(id)).toMatchObject({
      last: { result: 'shared', answers: { challenger: { ms: 1_500 }, opponent: { ms: 1_700 } } },
      points: { challenger: 1, opponent: 1 },
    })
  })

  it('never tells the right answer before it is over, to anybody, by any call [battles.round-secret]', async () => {
    const { ada, bo, cy, id } = await openRound(test)
    const [round] = await test.ctx.db.query<{ sealed: string; salt: string }>(
      'select sealed, salt from battle_rounds where battle_id = $1',
      [id],
    )
    const { optionExplanations } = JSON.parse(round?.sealed ?? '') as { optionExplanations: string[] }
    const secrets = [round?.salt ?? '', ...optionExplanations.filter((text) => text !== '')]
    const read = [
      // Live states pass no schema that would strip what doesn't belong there.
      await roundsLive(test.ctx).read(id),
      await duelLive(test.ctx).read(id),
      await readRounds(ada, id),
      await readRounds(cy, id),
      await roundsOf(id),
      await readBattle(ada, id),
      (await answer(cy, id, 1, [0])).body,
      (await answer(ada, id, 1, [0])).body,
    ]
    for (const secret of secrets) expect(JSON.stringify(read)).not.toContain(secret)
    expect(JSON.stringify(read)).not.toContain('"right":[')
    expect(await visitor().send('GET', `/api/battles/${id}/receipt`)).toMatchObject(refusal(409, 'BATTLE_NOT_OVER'))
    // Verdicts of lessons and reviews could tell a participant.
    for (const call of ['/api/review/answer', '/api/units/basics/placement/answer', '/api/lessons/x/quiz']) {
      const sent = await bo.send('POST', call, { lessonId: 'x', questionId: 'x', answer: 0 })
      expect(sent).toMatchObject(refusal(409, 'BATTLE_ROUNDS_RUNNING'))
      expect(await cy.send('POST', call, { lessonId: 'x', questionId: 'x', answer: 0 })).not.toMatchObject({
        body: { code: 'BATTLE_ROUNDS_RUNNING' },
      })
    }
  })
})

describe('a battle of rounds', () => {
  it('goes to the person with more points, who wins both stakes; gifts decide nothing [battles.rounds-decided] [battles.rounds-gifts]', async () => {
    const played = await openRound(test)
    const { ada, bo, cy, id } = played
    await gift(cy, id, bo.id, 50)
    await playRound(test, played, { ada: true, bo: false })
    await playRound(test, played, { ada: true, bo: null })
    expect(await readBattle(ada, id)).toMatchObject({
      status: 'completed',
      winnerId: ada.id,
      rounds: { points: { challenger: 2, opponent: 0 }, absent: null },
      challengerVotes: 0,
      opponentVotes: 50,
    })
    expect([await apOf(ada), await apOf(bo)]).toMatchObject([{ free: 1_000 + STAKE }, { free: 1_000 - STAKE }])
    expect(await steezeOf(bo)).toMatchObject({ battleEarnedSteeze: 50 })
    expect(await gift(cy, id, bo.id, 1)).toMatchObject(refusal(409, 'BATTLE_ENDED'))
    expect(await roundsOf(id)).toMatchObject({ phase: 'over', outcome: { endedBy: 'rounds', winner: 'challenger' } })
    expect(await cy.call('GET /api/users/:id/battles', { params: { id: bo.id } })).toMatchObject([
      { id, result: 'lost', points: { own: 0, opponent: 2 } },
    ])
  })

  it('asks nothing that either saw this week, and no question twice [battles.round-fresh]', async () => {
    const ids: string[] = []
    const asked = async () => {
      const text = 'select question from battle_rounds where battle_id = any($1::uuid[])'
      return (await test.ctx.db.query<{ question: string }>(text, [ids])).map(({ question }) => question)
    }
    const first = await openRound(test)
    ids.push(first.id)
    for (let nr = 0; nr < 6; nr++) await playRound(test, first, { ada: true, bo: true })
    const before = await asked()
    const { id } = await first.ada.call('POST /api/battles', {
      body: { opponentId: first.bo.id, stakeAmount: 1, ...KNOWLEDGE, bestOf: 3 },
    })
    ids.push(id)
    await first.bo.call('POST /api/battles/:id/accept', { params: { id }, body: undefined })
    for (const who of [first.ada, first.bo]) await ready(who, id)
    await pass(test, 3_000)
    await playRound(test, { ...first, id }, { ada: true, bo: false })
    const all = await asked()
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(before.length)
    // The first lesson's check is open to visitors, who are told the answer.
    const firstLesson = (await visitor().call('GET /api/lessons/trial')).id
    expect(all.filter((question) => question.startsWith(`${firstLesson}/`))).toEqual([])
  })
})

it('the receipt of rounds opens every commitment and can be recomputed [battles.receipt-rounds]', async () => {
  const battle = await openRound(test)
  await gift(battle.cy, battle.id, battle.bo.id, 3)
  for (const [ada, bo] of [
    [true, false],
    [true, true],
    [null, false],
  ] as const)
    await playRound(test, battle, { ada, bo })
  const full = await receipt(battle.id)
  expect(BattleReceipt.parse(full)).toEqual(full)
  expect(full).toMatchObject({
    format: 'aura-battle-receipt/4',
    battle: { winnerId: battle.ada.id },
    rounds: { points: { challenger: 2, opponent: 1 }, rounds: [{ number: 1 }, { number: 2 }, { number: 3 }] },
    leadChanges: 0,
    decidedAt: null,
  })
  expect(await receiptFaults([full])).toEqual([])
})

describe('the crowd', () => {
  it('answers once, free, and is counted by the side it cheers for [battles.crowd-answers]', async () => {
    const { ada, bo, cy, id } = await openRound(test)
    const [dee, eve] = [await creator(test, 0), await creator(test, 0)]
    const { right, wrong } = await solutionOf(test.ctx, id)
    const [apBefore, cards] = [await apOf(cy), 'select * from review_cards order by 1, 2, 3']
    const cardsBefore = await test.ctx.db.query(cards)
    const sent = await Promise.all([
      answer(cy, id, 1, right, { cheersForId: bo.id }),
      answer(cy, id, 1, right, { cheersForId: bo.id }),
      answer(dee, id, 1, wrong, { cheersForId: bo.id }),
      answer(eve, id, 1, right),
    ])
    expect(sent.map(({ body }) => body.choice)).toEqual([right, right, wrong, right])
    expect(await answer(cy, id, 1, wrong)).toMatchObject({ body: { choice: right } })
    expect(await answer(eve, id, 1, wrong, { cheersForId: eve.id })).toMatchObject(refusal(409, 'REACTION_TO_OUTSIDER'))
    expect((await readRounds(cy, id)).own).toMatchObject({ side: null, choice: right, answered: 0, right: 0 })
    expect(await visitor().send('POST', `/api/battles/${id}/rounds/1/answer`, { choice: [0] })).toMatchObject({
      status: 401,
    })

    await playRound(test, { ada, bo, id }, { ada: true, bo: false })
    expect(await readRounds(cy, id)).toMatchObject({
      last: {
        crowd: {
          challenger: { answered: 0, right: 0 },
          opponent: { answered: 2, right: 1 },
          neither: { answered: 1, right: 1 },
        },
      },
      own: { answered: 1, right: 1, streak: 1 },
      points: { challenger: 1, opponent: 0 },
    })
    expect((await readRounds(dee, id)).own).toMatchObject({ answered: 1, right: 0, streak: 0 })
    expect(await answer(dee, id, 1, right)).toMatchObject({ body: { choice: wrong } })
    expect(await answer(await creator(test, 0), id, 1, right)).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    expect(await apOf(cy)).toEqual(apBefore)
    expect(await test.ctx.db.query(cards)).toEqual(cardsBefore)
  })

  it('is offered what it missed as reviews, once the battle is over [battles.crowd-missed]', async () => {
    const battle = await openRound(test)
    const { cy, id } = battle
    const { wrong } = await solutionOf(test.ctx, id)
    await answer(cy, id, 1, wrong)
    await playRound(test, battle, { ada: true, bo: false })
    await answer(cy, id, 2, (await solutionOf(test.ctx, id)).right)
    const params = { id }
    expect(await cy.send('GET', `/api/battles/${id}/rounds/missed`)).toMatchObject(refusal(409, 'BATTLE_NOT_OVER'))
    await playRound(test, battle, { ada: true, bo: false })
    const [missed, ...more] = await cy.call('GET /api/battles/:id/rounds/missed', { params })
    expect(missed).toMatchObject({ number: 1, canReview: false })
    expect(more).toEqual([])
    expect(await cy.call('POST /api/battles/:id/rounds/missed', { params, body: undefined })).toEqual({ cards: 0 })
    await test.ctx.db.query(
      `insert into lesson_completions (user_id, lesson_id, day, aura_earned, completed_at, is_review, streak_after) values ($1, $2, $3, 0, $4, false, 1)`,
      [cy.id, missed?.lessonId ?? '', '2026-03-01', STARTS_AT],
    )
    expect((await cy.call('GET /api/battles/:id/rounds/missed', { params }))[0]).toMatchObject({ canReview: true })
    expect(await cy.call('POST /api/battles/:id/rounds/missed', { params, body: undefined })).toEqual({ cards: 1 })
  })
})
