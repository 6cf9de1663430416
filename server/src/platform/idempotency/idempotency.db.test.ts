import type { Answer } from '@aura/api/calls'
import { REQUEST_RULES } from '@aura/api/rules/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { Actor, newcomer } from '../../../../tests/server/actors/actors.ts'
import { answerAll, passQuiz } from '../../../../tests/server/actors/learning.ts'
import { BreakableDb } from '../../../../tests/server/database/breakable-db.ts'
import { databaseState } from '../../../../tests/server/database/database-state.ts'
import { newPostgresDatabase } from '../../../../tests/server/database/open-test-database.ts'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { refusal } from '../../../../tests/server/refusal.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { openPg } from '../db/connection/open-pg.ts'
import { answerOnce, countKeyedRequest, idempotencyKey, type Outcome, type Outside } from './idempotency.ts'
import { claimKey } from './store.ts'

const START = '2016-03-02T12:00:00Z'
const CALL = '/api/lessons/complete'

let test: TestApp
let clock: TestClock
const broken = new BreakableDb()
beforeAll(async () => {
  clock = new TestClock(START)
  test = await testApp({ clock, wrapDb: broken.wrap })
})
afterAll(() => test.close())
beforeEach(() => clock.set(START))

let lastKey = 0
const newKey = () => `key-of-a-test-${++lastKey}`

type Lesson = Answer<'GET /api/lessons/daily'>[number]

async function learner({ isAnswered = true } = {}): Promise<{ ada: Actor; lesson: Lesson }> {
  const ada = await newcomer(test)
  const [lesson] = await ada.call('GET /api/lessons/daily')
  if (!lesson) throw new Error('there is no lesson today')
  if (isAnswered) await answerQuiz(ada, lesson)
  return { ada, lesson }
}

const answerQuiz = (ada: Actor, lesson: Lesson) =>
  answerAll(lesson, (answer) => ada.call('POST /api/lessons/:id/quiz', { params: { id: lesson.id }, body: { answer } }))

const claim = (ada: Actor, lesson: Lesson, key: string, more: object = {}) =>
  ada.send<Record<string, unknown>>('POST', CALL, { lessonId: lesson.id, ...more }, { 'idempotency-key': key })

const ap = async (ada: Actor) => (await ada.me()).auraPoints
const transfers = async () => (await test.ctx.db.query('select id from ledger_transfers')).length

describe('a call with an Idempotency-Key', () => {
  it('gets the same response when sent again, and has no further effect [ledger.key-same-answer]', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    const first = await claim(ada, lesson, key)
    expect(first).toMatchObject({ status: 200, body: { auraEarned: lesson.auraReward, newStreak: 1 } })
    expect(first.headers['cache-control']).toBe('no-store')
    const before = await databaseState(test.ctx.db)
    for (let time = 0; time < 3; time++) {
      const again = await claim(ada, lesson, key)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect(await ap(ada)).toBe(100 + lesson.auraReward)
  })

  it('moves value once when it is sent many times at once [ledger.key-concurrent]', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    const before = await transfers()
    const replies = await Promise.all(Array.from({ length: 12 }, () => claim(ada, lesson, key)))
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 200, body: { auraEarned: lesson.auraReward } })
    expect(await transfers()).toBe(before + 1)
    expect(await ap(ada)).toBe(100 + lesson.auraReward)
  })

  it('is refused with another body, and changes nothing [ledger.check-key-other-body]', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    await claim(ada, lesson, key)
    const second = await passQuiz(ada, 1)
    const before = await databaseState(test.ctx.db)
    expect(await claim(ada, second, key)).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await claim(ada, lesson, key, { tweetUrl: 'x' })).toMatchObject(refusal(422, 'IDEMPOTENCY_KEY_REUSED'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect((await claim(ada, second, newKey())).status).toBe(200)
  })

  it('treats bodies with the same meaning as equal', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    const first = await claim(ada, lesson, key, { tweetUrl: 'x' })
    const reply = await ada.send(
      'POST',
      CALL,
      { ignored: 'by the contract', tweetUrl: 'x', lessonId: lesson.id },
      { 'idempotency-key': key },
    )
    expect([reply.status, reply.body]).toEqual([200, first.body])
  })

  it('does not know another user’s key [ledger.key-scope]', async () => {
    const [mine, theirs] = [await learner(), await learner({ isAnswered: false })]
    const key = newKey()
    expect((await claim(mine.ada, mine.lesson, key)).status).toBe(200)
    expect(await claim(theirs.ada, theirs.lesson, key)).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    expect([await ap(mine.ada), await ap(theirs.ada)]).toEqual([100 + mine.lesson.auraReward, 100])
  })

  it('repeats a refusal too', async () => {
    const { ada, lesson } = await learner({ isAnswered: false })
    const key = newKey()
    const refused = await claim(ada, lesson, key)
    expect(refused).toMatchObject(refusal(409, 'QUIZ_NOT_PASSED'))
    await answerQuiz(ada, lesson)
    const again = await claim(ada, lesson, key)
    expect([again.status, again.body]).toEqual([409, refused.body])
    expect((await claim(ada, lesson, newKey())).status).toBe(200)
  })

  it('stores nothing for invalid or anonymous requests', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    const before = await databaseState(test.ctx.db)
    expect(await ada.send('POST', CALL, { lessonId: 7 }, { 'idempotency-key': key })).toMatchObject({ status: 400 })
    expect(await claim(new Actor(test), lesson, key)).toMatchObject(refusal(401, 'UNAUTHORIZED'))
    expect(await databaseState(test.ctx.db)).toEqual(before)
    expect((await claim(ada, lesson, key)).status).toBe(200)
  })

  it.each(['short', 'x'.repeat(101), 'with a space', 'tab\tinside', 'ümlaut-key', 'one-key-1, one-key-2', ''])(
    'is refused when the key has no usable form: %j',
    async (key) => {
      const { ada, lesson } = await learner()
      const before = await databaseState(test.ctx.db)
      expect(await claim(ada, lesson, key)).toMatchObject(refusal(400, 'INVALID_REQUEST'))
      expect(await databaseState(test.ctx.db)).toEqual(before)
    },
  )

  it.each(['x'.repeat(8), 'x'.repeat(100), '!"#$%&/()=?~'])('accepts a key like %j', (key) => {
    expect(idempotencyKey(key)).toBe(key)
  })
})

describe('a response', () => {
  it('is kept for 30 days, whatever happens meanwhile [ledger.key-accepted]', async () => {
    const { ada, lesson } = await learner()
    const key = newKey()
    const first = await claim(ada, lesson, key)
    clock.advance({ days: 30 })
    // Keys belong to the user, not to the session, which has expired by then.
    await ada.signIn()
    expect((await claim(ada, lesson, key)).body).toEqual(first.body)
    expect(await claim(ada, lesson, key, { tweetUrl: 'x' })).toMatchObject({ status: 422 })
    clock.advance({ ms: 1 })
    expect(await claim(ada, lesson, key, { tweetUrl: 'x' })).not.toMatchObject({ status: 422 })
  })

  it.each([
    ['undone', false],
    ['done, and nobody heard of it', true],
  ])('of 500 and above is not kept: the work was %s [ledger.key-5xx-not-stored]', async (_, isKept) => {
    for (const [code, status] of [
      ['08006', 503],
      ['XX000', 500],
    ] as const) {
      const { ada, lesson } = await learner()
      const key = newKey()
      broken.failNextCommit(Object.assign(new Error('lost'), { code }), { isKept })
      expect((await claim(ada, lesson, key)).status).toBe(status)
      expect(await ap(ada)).toBe(isKept ? 100 + lesson.auraReward : 100)
      expect(await claim(ada, lesson, key)).toMatchObject({
        status: 200,
        body: { auraEarned: lesson.auraReward, newStreak: 1 },
      })
      expect(await ap(ada)).toBe(100 + lesson.auraReward)
    }
  })
})

describe('the responses of one person', () => {
  const REQUESTS = 100
  const bound = REQUEST_RULES.idempotencyKept
  const keptOf = async (ada: Actor) => {
    const { id } = await ada.me()
    const rows = await test.ctx.db.query<{ key: string }>(
      'select key from idempotent_answers where user_id = $1 order by created_at, key',
      [id],
    )
    return rows.map(({ key }) => key)
  }
  afterEach(() => Object.assign(test.ctx.limits, { idempotencyKept: bound }))

  it('are bounded by number: the oldest go first, and their keys still move nothing twice [ledger.keys-bounded]', async () => {
    test.ctx.limits.idempotencyKept = { ...bound, answers: 3 }
    const { ada, lesson } = await learner()
    const keys = Array.from({ length: REQUESTS }, newKey)
    for (const key of keys) {
      clock.advance({ ms: 600 })
      await claim(ada, lesson, key)
    }
    // The hundredth request itself came after the look.
    expect(await keptOf(ada)).toEqual(keys.slice(-4))
    const had = await ap(ada)
    expect(had).toBe(100 + lesson.auraReward)
    await claim(ada, lesson, keys[0] ?? '')
    expect(await ap(ada)).toBe(had)
  })

  it('are bounded by bytes, but for running requests and outside effects [ledger.keys-bounded]', async () => {
    const { id } = await (await newcomer(test)).me()
    const at = clock.now()
    const big = JSON.stringify({ random: Array.from({ length: 500 }, (_, n) => `${n ** 7}`) })
    const names = ['outside', 'running', 'old', 'newer', 'newest']
    for (const [n, key] of names.entries()) {
      await test.ctx.db.query(
        `insert into idempotent_answers (user_id, call, key, request_hash, body, attempt, has_reached_out, created_at)
         values ($1, 'POST /f', $2, '', $3::jsonb, $4, $5, $6)`,
        [id, key, big, key === 'running' ? 'one' : null, key === 'outside', new Date(at.getTime() + n)],
      )
    }
    const [{ bytes = 0 } = {}] = await test.ctx.db.query<{ bytes: number }>(
      'select pg_column_size(body) as bytes from idempotent_answers where user_id = $1 limit 1',
      [id],
    )
    test.ctx.limits.idempotencyKept = { ...bound, bytes: 2.5 * bytes }
    for (let request = 0; request < REQUESTS; request++) await countKeyedRequest(test.ctx, id)
    const rows = await test.ctx.db.query<{ key: string }>(
      'select key from idempotent_answers where user_id = $1 order by created_at',
      [id],
    )
    expect(rows.map(({ key }) => key)).toEqual(['outside', 'running', 'newer', 'newest'])
  })
})

describe('answerOnce', () => {
  const runs: string[] = []
  beforeEach(() => runs.splice(0))
  const done =
    (name: string, status = 200) =>
    async (): Promise<Outcome> => {
      runs.push(name)
      return { status, body: { name } }
    }
  const userId = '6f1c3c1e-6a39-4e0b-9a51-2f6f1c3c1e00'

  it('does not know a key from another call [ledger.key-scope]', async () => {
    const key = newKey()
    const once = (call: string, run: () => Promise<Outcome>) => answerOnce(test.ctx, { userId, call, key }, {}, run)
    expect(await once('POST /a', done('a'))).toEqual({ status: 200, body: { name: 'a' } })
    expect(await once('POST /b', done('b', 201))).toEqual({ status: 201, body: { name: 'b' } })
    expect(await once('POST /a', done('a again'))).toEqual({ status: 200, body: { name: 'a' } })
    expect(await once('POST /b', done('b again'))).toEqual({ status: 201, body: { name: 'b' } })
    expect(runs).toEqual(['a', 'b'])
  })

  it('stores a response below 500 and none from there on', async () => {
    const id = { userId, call: 'POST /c', key: newKey() }
    expect(await answerOnce(test.ctx, id, {}, done('c', 500))).toMatchObject({ status: 500 })
    expect(await answerOnce(test.ctx, id, {}, done('c', 499))).toMatchObject({ status: 499 })
    expect(await answerOnce(test.ctx, id, {}, done('c', 200))).toMatchObject({ status: 499 })
  })
})

describe('requests with one key at the same moment', () => {
  const userId = '6f1c3c1e-6a39-4e0b-9a51-2f6f1c3c1e01'
  const idOf = (key: string) => ({ userId, call: 'POST /e', key })
  const impatient = () => ({ ...test.ctx, limits: { ...test.ctx.limits, idempotencyWaitMs: 0 } })

  function work() {
    const runs: PromiseWithResolvers<Outcome>[] = []
    const started: (() => void)[] = []
    return {
      runs,
      begun: (number: number) =>
        new Promise<void>((resolve) => (runs.length >= number ? resolve() : started.push(resolve))),
      run: () => {
        const run = Promise.withResolvers<Outcome>()
        runs.push(run)
        for (const resolve of started.splice(0)) resolve()
        return run.promise
      },
    }
  }
  const answer = (name: string): Outcome => ({ status: 200, body: { name } })

  it('are refused while one runs longer than they may wait', async () => {
    const { runs, run, begun } = work()
    const id = idOf(newKey())
    const first = answerOnce(test.ctx, id, {}, run)
    await begun(1)
    await expect(answerOnce(impatient(), id, {}, run)).rejects.toMatchObject({ code: 'REQUEST_RUNNING' })
    await expect(answerOnce(impatient(), id, { other: 1 }, run)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    runs[0]?.resolve(answer('done'))
    expect(await first).toEqual(answer('done'))
    expect(await answerOnce(impatient(), id, {}, run)).toEqual(answer('done'))
    expect(runs).toHaveLength(1)
  })

  it('take over from a dead one once its time to run is over and not before; its late response is dropped', async () => {
    const { runs, run, begun } = work()
    const id = idOf(newKey())
    const first = answerOnce(test.ctx, id, {}, run)
    await begun(1)
    clock.advance({ ms: test.ctx.limits.idempotencyRunMs })
    await expect(answerOnce(impatient(), id, {}, run)).rejects.toMatchObject({ code: 'REQUEST_RUNNING' })
    clock.advance({ ms: 1 })
    const second = answerOnce(impatient(), id, {}, run)
    await begun(2)
    runs[0]?.resolve(answer('late'))
    await first
    runs[1]?.resolve(answer('instead'))
    expect(await second).toEqual(answer('instead'))
    expect(await answerOnce(test.ctx, id, {}, run)).toEqual(answer('instead'))
    expect(runs).toHaveLength(2)
  })

  it('run at once after one that failed', async () => {
    const { runs, run, begun } = work()
    const id = idOf(newKey())
    const first = answerOnce(test.ctx, id, {}, run)
    await begun(1)
    runs[0]?.reject(new Error('a bug'))
    await expect(first).rejects.toThrow('a bug')
    const second = answerOnce(impatient(), id, {}, run)
    await begun(2)
    runs[1]?.resolve(answer('now'))
    expect(await second).toEqual(answer('now'))
  })

  it.each([
    ['failed', (run?: PromiseWithResolvers<Outcome>) => run?.reject(new Error('away'))],
    ['was done, but not stored,', (run?: PromiseWithResolvers<Outcome>) => run?.resolve(answer('not stored'))],
  ])('run as soon as the database is back after one that %s while it was away', async (_, end) => {
    const { runs, run, begun } = work()
    const id = idOf(newKey())
    const first = answerOnce(test.ctx, id, {}, run)
    await begun(1)
    broken.break(new Error('away'))
    end(runs[0])
    await expect(first.finally(() => broken.mend())).rejects.toThrow('away')
    const second = answerOnce(impatient(), id, {}, run)
    await Promise.race([begun(2), second])
    runs[1]?.resolve(answer('now'))
    expect(await second).toEqual(answer('now'))
  })

  it('never run again after an unconfirmed outside effect, unless the other side did nothing', async () => {
    const [lost, undone] = [idOf(newKey()), idOf(newKey())]
    let runs = 0
    const reachOut = async (outside: Outside, isUndone: boolean): Promise<Outcome> => {
      runs++
      await outside.begins()
      if (isUndone) await outside.undone()
      throw new Error('no answer')
    }
    for (let time = 0; time < 2; time++) {
      const again = answerOnce(test.ctx, lost, {}, (outside) => reachOut(outside, false))
      await expect(again).rejects.toMatchObject(
        time === 0 ? { message: 'no answer' } : { code: 'REQUEST_OUTCOME_UNKNOWN' },
      )
      clock.advance({ ms: 2 * test.ctx.limits.idempotencyRunMs })
    }
    expect(runs).toBe(1)
    for (let time = 0; time < 2; time++)
      await expect(answerOnce(test.ctx, undone, {}, (outside) => reachOut(outside, true))).rejects.toThrow('no answer')
    expect(runs).toBe(3)
  })

  it("don't let an attempt presumed dead reach out", async () => {
    const id = idOf(newKey())
    const { runs, run, begun } = work()
    const go = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let hasReachedOut = false
    const first = answerOnce(test.ctx, id, {}, async (outside) => {
      started.resolve()
      await go.promise
      await outside.begins()
      hasReachedOut = true
      return answer('never')
    })
    await started.promise
    clock.advance({ ms: test.ctx.limits.idempotencyRunMs + 1 })
    const second = answerOnce(test.ctx, id, {}, run)
    await begun(1)
    go.resolve()
    await expect(first).rejects.toMatchObject({ code: 'REQUEST_RUNNING' })
    runs[0]?.resolve(answer('mine'))
    expect([await second, hasReachedOut]).toEqual([answer('mine'), false])
  })
})

it('gives a key to one of many concurrent requests on several servers', async () => {
  const url = await newPostgresDatabase()
  const servers = await Promise.all([1, 2].map(() => openPg({ url, poolSize: 4 })))
  for (const server of servers) onTestFinished(() => server.close())
  for (let round = 0; round < 10; round++) {
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        claimKey(
          servers[at % 2] as (typeof servers)[number],
          { userId: '0d5a0000-0000-4000-8000-000000000000', call: 'POST /a', key: `key-${round}` },
          {
            requestHash: 'of a request',
            attempt: `attempt ${at}`,
            now: null,
            lifeMs: 1_000_000,
            runMs: 60_000,
          },
        ),
      ),
    )
    expect(claims.filter((known) => known === undefined)).toHaveLength(1)
    expect(claims.filter((known) => known?.isRunning)).toHaveLength(7)
  }
})
