import type { Answer } from '@aura/api/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { dailyLessons, learn, rightResponse, wrongResponse } from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'

const test = openForAll(testApp)
beforeEach(() => test.ctx.clock.set('2026-03-02T12:00:00Z'))

type Tried = Answer<'GET /api/lessons/trial'>
const asked = ({ quizQuestion, quizOptions }: Tried) => ({ text: quizQuestion, options: quizOptions })
const rightIndex = (tried: Tried) => rightResponse(asked(tried))
const wrongIndex = (tried: Tried) => wrongResponse(asked(tried))
const lesson = (actor: Actor) => actor.call('GET /api/lessons/trial')
const answer = (actor: Actor, index: unknown) =>
  actor.send<Answer<'POST /api/lessons/trial/quiz'>>('POST', '/api/lessons/trial/quiz', { answer: index })
const keep = (actor: Actor) => actor.call('POST /api/lessons/trial/keep', { body: undefined })
const refusedKeep = (actor: Actor) => actor.send('POST', '/api/lessons/trial/keep')

async function passed(): Promise<Actor> {
  const visitor = new Actor(test)
  await answer(visitor, rightIndex(await lesson(visitor)))
  return visitor
}

describe('the lesson a visitor may try', () => {
  it('is the first of the path, the same for everybody and without its answer', async () => {
    const [ada, bo] = [new Actor(test), await newcomer(test)]
    const reply = await ada.send<Answer<'GET /api/lessons/trial'>>('GET', '/api/lessons/trial')
    expect(reply.body).toEqual(await lesson(bo))
    const [first] = await dailyLessons(bo)
    expect(reply.body).toMatchObject({ id: first?.id, title: first?.title, auraReward: 40 })
    expect(reply.body.quizOptions).toHaveLength(4)
    expect(first?.content.startsWith(reply.body.opening)).toBe(true)
    expect(JSON.stringify(reply.body)).not.toMatch(/explanation|isRight|"answer"/)
    const headers = { 'if-none-match': String(reply.headers.etag) }
    expect(await ada.send('GET', '/api/lessons/trial', undefined, headers)).toMatchObject({ status: 304 })
  })

  it('is answered without a trace in the database', async () => {
    const visitor = new Actor(test)
    const before = await databaseState(test.ctx.db)
    const tried = await lesson(visitor)
    expect(await answer(visitor, wrongIndex(tried))).toMatchObject({
      status: 200,
      body: { correct: false, retryAfterMs: 3_000, explanation: expect.stringMatching(/\w/) },
    })
    expect(await answer(visitor, rightIndex(tried))).toMatchObject(refusal(429, 'QUIZ_RETRY_TOO_SOON'))
    expect(visitor.cookies.get('aura_trial_passed')).toBeUndefined()
    test.ctx.clock.advance({ ms: 3_000 })
    const right = await answer(visitor, rightIndex(tried))
    expect(right).toMatchObject({ status: 200, body: { correct: true, retryAfterMs: 0 } })
    expect(visitor.cookies.get('aura_trial_passed')).toBe('1')
    expect(String(right.headers['set-cookie'])).toMatch(
      /aura_trial=[^;]+; Max-Age=90000; Path=\/; HttpOnly; SameSite=Lax.*aura_trial_passed=1; Max-Age=86400;/,
    )
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})

describe('keeping it after joining', () => {
  it('pays once and counts the day, however often it is sent [learning.trial-pays-once]', async () => {
    const [ada, bo] = [await passed(), await newcomer(test)]
    const other = await bo.me()
    await ada.signIn()
    const cookies = new Map(ada.cookies)
    const tabs = Array.from({ length: 6 }, () => {
      const tab = new Actor(test, `0x${'5'.repeat(64)}`)
      for (const [name, value] of cookies) tab.cookies.set(name, value)
      return keep(tab)
    })
    const outcomes = await Promise.all(tabs)
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['claimed', ...Array(5).fill('today')])
    expect(outcomes.map(({ auraEarned, newStreak }) => [auraEarned, newStreak])).toEqual(Array(6).fill([40, 1]))
    expect(await ada.me()).toMatchObject({ auraPoints: 140, currentStreak: 1 })
    expect(await bo.me()).toEqual(other)
    expect((await dailyLessons(ada))[0]).toMatchObject({ completed: true })
    // The next lesson of the day pays too, but the day is already counted.
    expect(await learn(ada, 1)).toMatchObject({ newStreak: 1 })
  })

  it('changes nothing for an account that claimed the lesson on an earlier day', async () => {
    const ada = await newcomer(test)
    await learn(ada)
    test.ctx.clock.advance({ days: 1 })
    await answer(ada, rightIndex(await lesson(ada)))
    await ada.me()
    const before = await databaseState(test.ctx.db)
    expect(await keep(ada)).toMatchObject({ outcome: 'earlier', auraEarned: 40, newStreak: 1 })
    expect([...ada.cookies.keys()].filter((name) => name.startsWith('aura_trial'))).toEqual([])
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it.each([
    ['no pass', () => ''],
    ['a wrong signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['another pass under an old signature', (token: string) => token.replace(/^[^.]+/, (text) => `${text}AA`)],
    ['nonsense', () => 'aaaa.bbbb'],
  ])('needs a pass: refuses %s', async (_, forge) => {
    const ada = await passed()
    await ada.signIn()
    ada.cookies.set('aura_trial', forge(ada.cookies.get('aura_trial') ?? ''))
    expect(await refusedKeep(ada)).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect(await ada.me()).toMatchObject({ auraPoints: 100, currentStreak: 0 })
    expect(ada.cookies.has('aura_trial_passed')).toBe(false)
  })

  it('is in time for an hour after the day in which it is shown, and counts for the day it is kept', async () => {
    const [ada, bo] = [await passed(), await passed()]
    test.ctx.clock.advance({ hours: 25 })
    await ada.signIn()
    expect(await keep(ada)).toMatchObject({ outcome: 'claimed', newStreak: 1 })
    test.ctx.clock.advance({ ms: 1 })
    await bo.signIn()
    expect(await refusedKeep(bo)).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
  })
})
