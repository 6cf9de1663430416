import type { Lab } from '@aura/api/calls/lessons/lab'
import { describe, expect, it } from 'vitest'
import { type Actor, newcomer } from '../../../../../tests/server/actors/actors.ts'
import { claim, dailyIds, labRun } from '../../../../../tests/server/actors/learning.ts'
import { databaseState } from '../../../../../tests/server/database/database-state.ts'
import { publishedLessons } from '../../../../../tests/server/lessons/twelve-lessons.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { unhurriedLimits } from '../../../../../tests/server/test-settings.ts'

const [TO_READ, TO_DO, LATER] = ['what-a-wallet-holds', 'first-transfer', 'signing-in-with-a-wallet']
/** Without questions. */
const lessonsDir = publishedLessons([TO_READ, TO_DO, LATER], {
  withLab: [TO_DO, LATER],
  change: () => ({ questions: [] }),
})
const test = openForAll(() => testApp({ settings: { lessonsDir }, limits: { lessonsPerDay: 2 } }))

const params = { id: TO_DO }
const open = (actor: Actor) => actor.call('GET /api/lessons/:id/lab', { params })
const submit = (actor: Actor, transcript: string) => actor.send('POST', `/api/lessons/${TO_DO}/lab`, { transcript })
const solve = async (actor: Actor) => submit(actor, await labRun(await open(actor)))

describe('a lab', () => {
  it('has a seed for each learner and lesson, the same every time [learning.lab]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const lab = await open(ada)
    expect(lab).toMatchObject({ kind: 'transfer', parameters: {}, done: false })
    expect(await open(ada)).toEqual(lab)
    expect((await open(bo)).seed).not.toBe(lab.seed)
  })

  it('has another seed at each attempt, whose run is one of that attempt only [learning.lab-attempt]', async () => {
    const ada = await newcomer(test)
    const at = (attempt: number) => ada.call('GET /api/lessons/:id/lab', { params, query: { attempt: `${attempt}` } })
    const labs = [await open(ada), await at(1), await at(999)]
    expect(new Set(labs.map(({ seed }) => seed)).size).toBe(3)
    expect(await at(0)).toEqual(labs[0])
    const transcript = await labRun(await at(1))
    const send = (attempt: number) => ada.send('POST', `/api/lessons/${TO_DO}/lab`, { transcript, attempt })
    for (const other of [0, 2]) {
      expect(await send(other)).toMatchObject({
        ...refusal(422, 'LAB_REFUSED'),
        body: { data: { reason: 'other-seed' } },
      })
    }
    for (const outside of [-1, 1_000, 0.5]) expect(await send(outside)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
    expect((await open(ada)).done).toBe(false)
    expect((await send(1)).body).toMatchObject({ done: true, outcome: 'solved' })
  })

  it('opens with its lesson, not before, and stays open afterwards [learning.lab-today]', async () => {
    const ada = await newcomer(test)
    const later = `/api/lessons/${LATER}/lab`
    await dailyIds(ada)
    const before = await databaseState(test.ctx.db)
    expect(await ada.send('GET', later)).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    expect(await ada.send('POST', later, { transcript: '' })).toMatchObject(refusal(409, 'LESSON_NOT_AVAILABLE'))
    const { id } = await ada.me()
    await test.ctx.db.query(`insert into lesson_quizzes (user_id, lesson_id) values ($1, $2)`, [id, LATER])
    expect(await ada.send('GET', later)).toMatchObject({ status: 200 })
    await test.ctx.db.query('delete from lesson_quizzes where user_id = $1', [id])
    expect(await databaseState(test.ctx.db)).toEqual(before)

    await solve(ada)
    await claim(ada, params.id)
    test.ctx.clock.advance({ days: 1 })
    expect((await dailyIds(ada)).includes(params.id)).toBe(false)
    expect((await open(ada)).done).toBe(true)
    expect((await solve(ada)).body).toMatchObject({ done: true, outcome: 'solved' })
  })

  it('does not exist for a lesson without one, or without a lesson', async () => {
    const ada = await newcomer(test)
    expect(await ada.send('GET', `/api/lessons/${TO_READ}/lab`)).toMatchObject(refusal(404, 'LAB_NOT_FOUND'))
    expect(await ada.send('GET', '/api/lessons/nothing/lab')).toMatchObject(refusal(404, 'LESSON_NOT_FOUND'))
  })

  it('is done once a run solves it, for ever, however often runs are sent', async () => {
    const ada = await newcomer(test)
    const run = await labRun(await open(ada))
    const replies = await Promise.all(Array.from({ length: 6 }, () => submit(ada, run)))
    for (const { body } of replies) expect(body).toEqual({ done: true, outcome: 'solved', trap: null })
    expect((await open(ada)).done).toBe(true)
    const failed = await submit(ada, await labRun(await open(ada), 'to the contract'))
    expect(failed.body).toMatchObject({ done: true, outcome: 'trapped' })
    expect(await test.ctx.db.query('select * from lesson_labs where user_id = $1', [(await ada.me()).id])).toHaveLength(
      1,
    )
  })

  it('says how a run failed, and that one is not finished, and keeps neither', async () => {
    const ada = await newcomer(test)
    const lab = await open(ada)
    const before = await databaseState(test.ctx.db)
    const trapped = await submit(ada, await labRun(lab, 'to the contract'))
    expect(trapped.body).toEqual({ done: false, outcome: 'trapped', trap: expect.stringContaining('contract') })
    const unfinished = await submit(ada, await labRun(lab, 'waiting only'))
    expect(unfinished.body).toEqual({ done: false, outcome: 'open', trap: null })
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })

  it('opens the claim of its lesson, and nothing else does', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    await solve(bo)
    const body = { lessonId: params.id }
    expect(await ada.send('POST', '/api/lessons/complete', body)).toMatchObject(refusal(409, 'LAB_NOT_DONE'))
    const lessons = await ada.call('GET /api/lessons/daily')
    expect(lessons.map(({ lab }) => lab)).toEqual([null, { done: false }])
    await solve(ada)
    expect((await ada.call('GET /api/lessons/daily'))[1]?.lab).toEqual({ done: true })
    expect(await claim(ada, params.id)).toMatchObject({ newStreak: 1 })
  })
})

it('a run that takes too much processor time is answered busy, changes nothing, and can be sent again [learning.lab-busy]', async () => {
  const slow = await testApp({ limits: { lab: { ...unhurriedLimits.lab, processorMs: 0 } } })
  const ada = await newcomer(slow)
  const [lesson] = (await ada.call('GET /api/lessons/daily')).filter(({ lab }) => lab)
  const path = `/api/lessons/${lesson?.id}/lab`
  const { body: lab } = await ada.send<Lab>('GET', path)
  const before = await databaseState(slow.ctx.db)
  const transcript = await labRun(lab)
  for (const _ of [1, 2]) expect(await ada.send('POST', path, { transcript })).toMatchObject(refusal(503, 'LAB_BUSY'))
  expect(await databaseState(slow.ctx.db)).toEqual(before)
  await slow.close()
})

it('a lesson without a question can be claimed once after reading [learning.no-quiz-claim]', async () => {
  const ada = await newcomer(test)
  const [lesson] = await ada.call('GET /api/lessons/daily')
  expect(lesson).toMatchObject({ id: TO_READ, quizQuestion: '', quizOptions: [], completed: false })
  const answer = await ada.send('POST', `/api/lessons/${TO_READ}/quiz`, { answer: 0 })
  expect(answer).toMatchObject(refusal(400, 'INVALID_REQUEST'))
  for (const alreadyPaid of [false, true])
    expect(await claim(ada, TO_READ)).toEqual({ auraEarned: 40, newStreak: 1, alreadyPaid })
  expect((await ada.me()).auraPoints).toBe(140)
})

describe('a run is refused', () => {
  const wait = { do: 'move', move: 'wait' }

  it.each<[string, (valid: { seed: string }) => unknown]>([
    ['malformed', () => 'nothing'],
    ['malformed', (valid) => ({ ...valid, actions: Array(129).fill(wait) })],
    ['malformed', (valid) => ({ ...valid, actions: [{ do: 'mint', amount: 1 }] })],
    ['other-lab', (valid) => ({ ...valid, kind: 'allowance' })],
    ['outdated', (valid) => ({ ...valid, version: 0 })],
    ['other-seed', (valid) => ({ ...valid, seed: `0x${'0'.repeat(64)}` })],
    ['impossible', (valid) => ({ ...valid, actions: [{ do: 'move', move: 'constructor' }] })],
  ])('as %s [learning.lab-refused]', async (reason, change) => {
    const ada = await newcomer(test)
    const valid = JSON.parse(await labRun(await open(ada)))
    const before = await databaseState(test.ctx.db)
    const reply = await submit(ada, JSON.stringify(change(valid)))
    expect(reply).toMatchObject(refusal(422, 'LAB_REFUSED'))
    expect(reply.body).toMatchObject({ data: { reason } })
    expect(await databaseState(test.ctx.db)).toEqual(before)
  })
})
