import { Practice } from '@aura/api/calls/battles/practice'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { catalogueOf, sharedQuestions } from '#features/lessons'
import { acceptedBattle, creator, STARTS_AT } from '../../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { claim, dailyIds, passQuiz } from '../../../../../tests/server/actors/learning.ts'
import {
  answerPractice,
  partner,
  playPractice,
  practiceSolution,
  readPractice,
  startPractice,
} from '../../../../../tests/server/actors/practising.ts'
import { KNOWLEDGE, openRound, pass, playRound } from '../../../../../tests/server/actors/rounds.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { LESSONS_DIR } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { openForEach } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { whitelistWallet } from '../../whitelist/index.ts'
import { drawRound, nameOf } from '../rounds/draw-round.ts'
import { findBattles } from '../store.ts'

const COUNTDOWN_MS = ROUND_RULES.countdownSeconds * 1_000
const ANSWER_MS = ROUND_RULES.answerSeconds * 1_000
const HOUR_MS = 3_600_000

// The whole path, since a newcomer can be asked about its first two units only. Anew for each test, since practice leaves
// out what any open battle asks.
const test = openForEach(() => testApp({ settings: { lessonsDir: LESSONS_DIR } }))
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

const questionsOf = async (id: string): Promise<string[]> =>
  (await test.ctx.db.query<{ questions: string[] }>('select questions from practices where id = $1', [id]))[0]
    ?.questions ?? []

describe('practising alone', () => {
  it('asks by the server’s clock, and its answers are the mark to play against [battles.practice-alone] [battles.practice-self]', async () => {
    const ada = await creator(test)
    expect(await ada.call('GET /api/practice')).toMatchObject({ openId: null, ownQuestions: 0 })
    expect(await startPractice(ada, { against: 'self' })).toMatchObject(refusal(409, 'PRACTICE_TOO_FEW_RECORDED'))
    const { body } = await startPractice(ada)
    expect(Practice.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      phase: 'countdown',
      against: 'nobody',
      opponent: null,
      next: { number: 1, opensAt: '2026-03-02T12:00:03.000Z' },
      open: null,
    })
    await playPractice(test, ada, body.id, [true, false, null])
    const over = await readPractice(ada, body.id)
    expect(over).toMatchObject({
      phase: 'over',
      points: { challenger: 1, opponent: 0 },
      outcome: { winner: null, isStopped: false },
      missed: [{ number: 2 }, { number: 3 }],
    })
    // The one that wasn't answered is no mark.
    expect(await ada.call('GET /api/practice')).toMatchObject({ openId: null, ownQuestions: 2 })
    const { body: more } = await startPractice(ada)
    await playPractice(test, ada, more.id, [true, true, true])
    const { body: again } = await startPractice(ada, { against: 'self' })
    expect(again).toMatchObject({ against: 'self', challenger: { id: ada.id }, opponent: { id: ada.id } })
    const known = new Set([...(await questionsOf(body.id)), ...(await questionsOf(more.id))])
    for (const question of await questionsOf(again.id)) expect(known).toContain(question)
  })

  it('moves nothing but its own row: no points, reviews, streak or rank [battles.practice-nothing]', async () => {
    const { ada, cy } = await partner(test)
    const except = ['practices', 'sessions', 'account_traces']
    const before = await databaseState(test.ctx.db, { except })
    const { body } = await startPractice(cy, { against: 'creator', opponentId: ada.id })
    await playPractice(test, cy, body.id, [true, true, true])
    expect(await readPractice(cy, body.id)).toMatchObject({ phase: 'over' })
    expect(await databaseState(test.ctx.db, { except })).toEqual(before)
  })

  it('keeps one open per person, also for two tabs that start at once, and a few an hour [battles.practice-limits]', async () => {
    const ada = await creator(test)
    const both = await Promise.all([startPractice(ada), startPractice(ada, { bestOf: 7 })])
    expect(both[0].body.id).toBe(both[1].body.id)
    const { id } = both[0].body
    expect((await ada.call('GET /api/practice')).openId).toBe(id)
    expect(await ada.send('POST', `/api/practice/${id}/stop`)).toMatchObject({
      body: { phase: 'over', outcome: { isStopped: true }, missed: [] },
    })
    for (let nr = 1; nr < ROUND_RULES.practicesPerHour; nr++) {
      const { body } = await startPractice(ada)
      expect(body.id).not.toBe(id)
      await ada.send('POST', `/api/practice/${body.id}/stop`)
    }
    expect(await startPractice(ada)).toMatchObject(refusal(429, 'PRACTICE_TOO_MANY'))
    test.ctx.clock.advance({ ms: HOUR_MS })
    expect(await startPractice(ada)).toMatchObject({ status: 200 })
  })
})

describe('a question of a practice', () => {
  it('leaves the server when it opens, and what is right when it is closed [battles.practice-secret]', async () => {
    const ada = await creator(test)
    const { body } = await startPractice(ada)
    const rows = await test.ctx.db.query<{ sealed: string }>(
      `select r ->> 'sealed' as sealed from practices, jsonb_array_elements(rounds) r where id = $1`,
      [body.id],
    )
    const [first, second] = rows.map(
      ({ sealed }) => JSON.parse(sealed) as { text: string; optionExplanations: string[] },
    )
    expect(JSON.stringify(body)).not.toContain(first?.text)
    test.ctx.clock.advance({ ms: COUNTDOWN_MS })
    const open = JSON.stringify([await readPractice(ada, body.id), await ada.call('GET /api/user/export')])
    expect(open).toContain(first?.text)
    for (const secret of [second?.text, ...(first?.optionExplanations ?? [])].filter(Boolean)) {
      expect(open).not.toContain(secret)
    }
    expect(open).not.toContain('"right":[')
  })

  it('counts the first answer, from any tab or device, and none before, after or of others [battles.practice-once]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    const { id } = (await startPractice(ada)).body
    const { right, wrong } = await practiceSolution(test.ctx, id, 1)
    expect(await answerPractice(ada, id, 1, right)).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    test.ctx.clock.advance({ ms: COUNTDOWN_MS })
    expect(await answerPractice(ada, id, 2, right)).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
    expect(await answerPractice(ada, id, 1, [99])).toMatchObject({ status: 400 })
    expect(await answerPractice(bo, id, 1, right)).toMatchObject(refusal(404, 'PRACTICE_NOT_FOUND'))
    expect(await bo.send('GET', `/api/practice/${id}`)).toMatchObject(refusal(404, 'PRACTICE_NOT_FOUND'))
    const answers = await Promise.all([answerPractice(ada, id, 1, wrong), answerPractice(ada, id, 1, right)])
    const [counted] = answers.map(({ body }) => body.choice)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.choice)).toEqual([counted, counted])
    expect((await answerPractice(ada, id, 1, wrong)).body.choice).toEqual(counted)
    test.ctx.clock.advance({ ms: ROUND_RULES.explainSeconds * 1_000 + ANSWER_MS + 1 })
    expect(await answerPractice(ada, id, 2, [0])).toMatchObject(refusal(409, 'ROUND_NOT_OPEN'))
  })

  it('takes a measured round trip off its answer [battles.practice-once]', async () => {
    const ada = await creator(test)
    const { id } = (await startPractice(ada)).body
    const ping = (token: string | null) => ada.call('POST /api/practice/:id/ping', { params: { id }, body: { token } })
    for (let nr = 0; nr < 3; nr++) {
      const { token } = await ping(null)
      test.ctx.clock.advance({ ms: 400 })
      await ping(token)
    }
    expect(await ping('1.forged')).toMatchObject({ roundTripMs: 400 })
    test.ctx.clock.advance({ ms: COUNTDOWN_MS - 1_200 + ANSWER_MS + 400 })
    const { right } = await practiceSolution(test.ctx, id, 1)
    const { body } = await answerPractice(ada, id, 1, right)
    expect(body.practice.last?.answers.challenger).toMatchObject({ isRight: true, ms: ANSWER_MS })
  })

  it('is none that a check or review of one’s own may ask, or that is open in a battle [battles.practice-pending]', async () => {
    const ada = await creator(test)
    const today = new Set(await dailyIds(ada))
    const lesson = await passQuiz(ada)
    await claim(ada, lesson.id)
    // The claimed lesson is due at once, as it is after a few days.
    await test.ctx.db.query('update review_cards set due_at = $1', [test.ctx.clock.now()])
    const battle = await openRound(test)
    const [open] = await test.ctx.db.query<{ question: string }>(
      'select question from battle_rounds where closed_at is null and battle_id = $1',
      [battle.id],
    )
    for (let nr = 0; nr < ROUND_RULES.practicesPerHour; nr++) {
      const { body } = await startPractice(ada, { bestOf: 7 })
      const questions = await questionsOf(body.id)
      expect(questions).toHaveLength(7)
      expect(questions).not.toContain(open?.question)
      for (const question of questions) expect(today).not.toContain(question.split('/')[0])
      await ada.send('POST', `/api/practice/${body.id}/stop`)
    }
  })

  it('is none of a lesson that is offered once the learner’s midnight has passed [battles.practice-pending]', async () => {
    const ada = await creator(test)
    const lessons = await dailyIds(ada)
    for (const position of lessons.keys()) {
      const { id } = await passQuiz(ada, position)
      await claim(ada, id)
    }
    const asked = new Set<string>()
    test.ctx.clock.set('2026-03-02T23:58:00Z')
    for (let nr = 0; nr < ROUND_RULES.practicesPerHour; nr++) {
      const { body } = await startPractice(ada, { bestOf: 7 })
      for (const question of await questionsOf(body.id)) asked.add(question.split('/')[0] ?? '')
      await ada.send('POST', `/api/practice/${body.id}/stop`)
    }
    test.ctx.clock.set('2026-03-03T00:00:30Z')
    const next = await dailyIds(ada)
    expect(next).not.toEqual(lessons)
    expect(next.filter((id) => asked.has(id))).toEqual([])
  })

  it('is drawn for a battle after others of its units, and never calls one off [battles.practice-pending]', async () => {
    const battle = await openRound(test)
    const { ada, bo, id } = battle
    const [row] = await findBattles(test.ctx.db, [id])
    const draw = (number: number) =>
      test.ctx.db
        .tx(async (tx) => {
          await tx.query(
            'update battle_rounds set closed_at = opened_at, result = $2, crowd = $3 where battle_id = $1',
            [id, 'nobody', [0, 0, 0, 0, 0, 0]],
          )
          const at = test.ctx.clock.now()
          const opensAt = new Date(at.getTime() + 6_000)
          const isDrawn = await drawRound(test.ctx, tx, row as never, { number, isSuddenDeath: false, opensAt, at })
          const drawn = await tx.query<{ question: string }>(
            'select question from battle_rounds where battle_id = $1 and number = $2',
            [id, number],
          )
          throw Object.assign(new Error('rolled back'), { isDrawn, question: drawn[0]?.question })
        })
        .catch((error: { isDrawn: boolean; question: string }) => error)
    const store = (questions: readonly string[], changes: { startedAt: Date; stoppedAt?: Date }) =>
      test.ctx.db.query(
        `insert into practices (user_id, best_of, started_at, stopped_at, questions, rounds)
         select $1, 3, $2, $3, $4, jsonb_agg('{}'::jsonb) from unnest($4::text[])`,
        [ada.id, changes.startedAt, changes.stoppedAt ?? null, questions],
      )
    const catalogue = await catalogueOf(test.ctx.settings.lessonsDir)
    const tiers = await sharedQuestions(test.ctx.db, catalogue, [ada.id, bo.id], { since: new Date(0) })
    const [first = [], ...later] = tiers.map((tier) => tier.map(nameOf)).filter((tier) => tier.length > 0)
    expect(first.length).toBeGreaterThan(24)
    const drawnNow = async () => {
      const drawn = new Set<string>()
      for (let nr = 0; nr < 12; nr++) drawn.add((await draw(2)).question)
      return [...drawn]
    }
    const yesterday = new Date(test.ctx.clock.now().getTime() - 24 * HOUR_MS)
    const { question } = await draw(2)
    await store([question], { startedAt: test.ctx.clock.now() })
    expect(await drawnNow()).not.toContain(question)
    // Stopped before its first question, a practice has told nothing.
    await store(first.slice(12), { startedAt: yesterday })
    await store(first.slice(1, 12), { startedAt: yesterday, stoppedAt: yesterday })
    expect(first.slice(0, 12)).toEqual(expect.arrayContaining(await drawnNow()))
    // All but two of the units that newcomers are asked about: neither those two alone, nor a unit they haven't begun.
    await store(first.slice(2), { startedAt: yesterday })
    const most = await drawnNow()
    expect(first).toEqual(expect.arrayContaining(most))
    expect(most.length).toBeGreaterThan(2)
    await store(first, { startedAt: yesterday })
    expect(first).toEqual(expect.arrayContaining(await drawnNow()))
    await store(later.flat(), { startedAt: yesterday })
    expect((await draw(2)).isDrawn).toBe(true)
  })
})

describe('practising against a creator', () => {
  it('is theirs to allow, off at first, never for people who are blocked, and only of battles that ended [battles.practice-setting]', async () => {
    const { ada, bo, cy } = await partner(test)
    const against = (who: { id: string }) => startPractice(cy, { against: 'creator', opponentId: who.id })
    const seen = async (who: { id: string }) =>
      (await cy.call('GET /api/users/:id/practice', { params: { id: who.id } })).partner?.questions ?? 0
    expect(await bo.call('GET /api/practice-setting')).toEqual({ isAllowed: false })
    expect([await seen(bo), await seen(ada)]).toEqual([0, 3])
    expect(await against(bo)).toMatchObject(refusal(403, 'PRACTICE_NOT_ALLOWED'))
    expect(await startPractice(ada, { against: 'creator', opponentId: ada.id })).toMatchObject(
      refusal(403, 'PRACTICE_NOT_ALLOWED'),
    )
    const listed = async () => (await cy.call('GET /api/practice')).partners.find(({ id }) => id === ada.id)
    expect(await listed()).toMatchObject({ questions: 3 })
    for (const [blocker, blocked] of [
      [ada, cy],
      [cy, ada],
    ] as const) {
      const id = blocked === cy ? (await cy.me()).id : ada.id
      await blocker.call('PUT /api/blocks/:id', { params: { id } })
      expect(await seen(ada)).toBe(0)
      expect(await listed()).toBeUndefined()
      expect(await against(ada)).toMatchObject(refusal(403, 'PRACTICE_NOT_ALLOWED'))
      await blocker.call('DELETE /api/blocks/:id', { params: { id } })
    }
    expect(await startPractice(cy, { against: 'creator', opponentId: ada.id, bestOf: 5 })).toMatchObject(
      refusal(409, 'PRACTICE_TOO_FEW_RECORDED'),
    )
    await ada.call('PUT /api/practice-setting', { body: { isAllowed: false } })
    expect(await seen(ada)).toBe(0)
    expect(await against(ada)).toMatchObject(refusal(403, 'PRACTICE_NOT_ALLOWED'))
  })

  it('lists those with answers however many others allow it later, and tells the same number everywhere [battles.practice-setting]', async () => {
    const { ada, cy } = await partner(test)
    await test.ctx.db.query(
      `with made as (
         insert into users (id, username, created_at)
         select gen_random_uuid(), 'allows_' || nr, $1 from generate_series(1, 40) nr returning id)
       insert into practice_partners (user_id, allowed_at) select id, $1::timestamptz + interval '1 day' from made`,
      [test.ctx.clock.now()],
    )
    const listed = (await cy.call('GET /api/practice')).partners.find(({ id }) => id === ada.id)
    expect(listed).toMatchObject({ questions: 3 })
    expect((await cy.call('GET /api/users/:id/practice', { params: { id: ada.id } })).partner).toEqual(listed)
  })

  it('lists those who may take part and aren’t blocked, however many others with answers allow it later [battles.practice-setting]', async () => {
    const { ada, cy, id: battleId } = await partner(test)
    const { db, clock } = test.ctx
    // More than are listed, each with a battle like Ada’s.
    const alike = await db.query<{ id: string }>(
      `with made as (
         insert into users (id, username, created_at)
         select gen_random_uuid(), 'alike_' || nr, $2 from generate_series(1, 40) nr returning id),
       allowing as (
         insert into practice_partners (user_id, allowed_at) select id, $2::timestamptz + interval '2 days' from made),
       fought as (
         insert into battles
         select copy.* from battles b cross join made, jsonb_populate_record(b, jsonb_build_object(
           'id', made.id, 'challenger_id', made.id,
           'challenger_hold', gen_random_uuid(), 'opponent_hold', gen_random_uuid())) copy
         where b.id = $1)
       select id from made`,
      [battleId, clock.now()],
    )
    await db.query(
      `insert into battle_rounds
       select copy.* from battle_rounds r cross join unnest($2::uuid[]) made,
         jsonb_populate_record(r, jsonb_build_object('battle_id', made)) copy
       where r.battle_id = $1`,
      [battleId, alike.map(({ id }) => id)],
    )
    const listed = async () => (await cy.call('GET /api/practice')).partners.map(({ id }) => id)
    expect(await listed()).not.toContain(ada.id)
    const ids = alike.map(({ id }) => id)
    await db.query(
      `insert into suspensions (user_id, scope, reason, suspended_at) select u, 'account', 'A test', $2 from unnest($1::uuid[]) u`,
      [ids, clock.now()],
    )
    expect(await listed()).toContain(ada.id)
    await db.query('delete from suspensions')
    expect(await listed()).not.toContain(ada.id)
    await db.query(
      'insert into blocks (blocker_id, blocked_id, blocked_at) select u, $2, $3 from unnest($1::uuid[]) u',
      [ids, (await cy.me()).id, clock.now()],
    )
    expect(await listed()).toContain(ada.id)
    await db.query('delete from blocks')
    expect(await listed()).not.toContain(ada.id)
    for (const { wallet } of [ada, cy]) await whitelistWallet(test.ctx, wallet.address)
    onTestFinished(() => {
      test.ctx.settings.betaAccess = 'open'
    })
    test.ctx.settings.betaAccess = 'closed'
    expect(await listed()).toContain(ada.id)
  })

  it('plays their questions with options shuffled anew, and tells whether they were right and how fast, once a question is closed [battles.practice-creator]', async () => {
    const { ada, bo, cy, id: battleId } = await partner(test)
    const { id } = (await startPractice(cy, { against: 'creator', opponentId: ada.id })).body
    const recorded = await test.ctx.db.query<{ question: string }>(
      'select question from battle_rounds where battle_id = $1',
      [battleId],
    )
    const today = await dailyIds(cy)
    const playable = recorded
      .map(({ question }) => question)
      .filter((name) => !today.includes(name.split('/')[0] ?? ''))
    const questions = await questionsOf(id)
    expect(questions).toHaveLength(3)
    expect(questions).toEqual(expect.arrayContaining(playable))
    test.ctx.clock.advance({ ms: COUNTDOWN_MS })
    const open = await readPractice(cy, id)
    expect(open).toMatchObject({
      against: 'creator',
      opponent: { id: ada.id },
      open: { answered: { challenger: false, opponent: true } },
    })
    expect(JSON.stringify(open)).not.toContain('isRight')
    const { right } = await practiceSolution(test.ctx, id, 1)
    const { body } = await answerPractice(cy, id, 1, right)
    expect(Object.keys(body.practice.last?.answers.opponent ?? {})).toEqual(['isRight', 'ms'])
    // Their answers in a battle that goes on are no record yet.
    test.ctx.clock.set('2026-03-02T12:00:00Z')
    const running = await openRound(test)
    await running.ada.call('PUT /api/practice-setting', { body: { isAllowed: true } })
    for (const isRight of [true, false]) await playRound(test, running, { ada: isRight, bo: !isRight })
    expect(
      (await bo.call('GET /api/users/:id/practice', { params: { id: running.ada.id } })).partner?.questions ?? 0,
    ).toBe(0)
    await playRound(test, running, { ada: true, bo: false })
    expect(
      (await bo.call('GET /api/users/:id/practice', { params: { id: running.ada.id } })).partner?.questions ?? 0,
    ).toBe(3)
  })

  it('ends with their account, and with the practiser’s [battles.practice-data]', async () => {
    const { ada, cy } = await partner(test)
    const { id } = (await startPractice(cy, { against: 'creator', opponentId: ada.id })).body
    await deleteAccount(ada)
    expect(await cy.send('GET', `/api/practice/${id}`)).toMatchObject(refusal(404, 'PRACTICE_NOT_FOUND'))
    expect((await cy.call('GET /api/practice')).partners.find((one) => one.id === ada.id)).toBeUndefined()
  })

  it('waits while the practiser is in a battle of rounds [battles.practice-limits]', async () => {
    const battle = await acceptedBattle(test, { ...KNOWLEDGE, bestOf: 3 })
    test.ctx.clock.set(new Date(Date.parse(STARTS_AT) - COUNTDOWN_MS).toISOString())
    const { id } = (await startPractice(battle.ada)).body
    await pass(test, COUNTDOWN_MS)
    expect((await readPractice(battle.ada, id)).phase).toBe('open')
    const { right } = await practiceSolution(test.ctx, id, 1)
    expect(await answerPractice(battle.ada, id, 1, right)).toMatchObject(refusal(409, 'BATTLE_ROUNDS_RUNNING'))
    await battle.ada.send('POST', `/api/practice/${id}/stop`)
    expect(await startPractice(battle.ada)).toMatchObject(refusal(409, 'BATTLE_ROUNDS_RUNNING'))
  })
})
