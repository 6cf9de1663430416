import type { Answer } from '@aura/api/calls'
import { rng } from '@aura/drawing/random'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Lesson } from '../../tests/server/actors/learning.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { type Person, type Sent, send, signedIn } from '../../tests/server/product/people.ts'
import { testSettings } from '../../tests/server/test-settings.ts'
import { auditedTransfers } from '../support/database.ts'
import { type BenchServer, startProduct } from '../support/programs.ts'

const WALLET_BONUS = 100
/** Milliseconds after which a retry takes over the key of the killed request: less than in production, to save time. */
const REQUEST_RUN_MS = 1_000

type Me = Answer<'GET /api/auth/user'>
type Claimed = Answer<'POST /api/lessons/complete'>

interface Claim {
  person: Person
  lesson: Lesson
  key: string
  answer: Claimed | undefined
}

/**
 * Kills the server with SIGKILL in the middle of claims, repeatedly. Checks after each kill that every acknowledged
 * claim is stored once and that other claims can be retried with the same key, and at the end that the ledger adds up.
 * Counts the AP of acknowledged claims that a crash lost, the AP that differ after all retries from a single payment per
 * claim, and the people whose claims the crash only left unheard. Each of `people` has three lessons. Throws when a retry
 * returns another result or the ledger is broken.
 */
export async function claimRounds(plan: { url: string; rounds: number; seed: number; people: number }) {
  const { url, rounds } = plan
  const random = rng(plan.seed)
  const counts = { rounds, claims: 0, acknowledged: 0, happenedUnheard: 0, lostAp: 0, wrongAp: 0 }
  const { origin } = testSettings
  const limits = { idempotencyRunMs: REQUEST_RUN_MS }
  const start = () => startProduct({ databaseUrl: url, limits, settings: { origin } })
  const db = await openPg({ url, poolSize: 8 })
  let server = await start()
  for (let round = 0; round < rounds; round++) {
    const claims = await prepare(productContext(db), server, plan.people)
    await claimUntilKilled(server, claims, random)
    server = await start()
    await check(claims)
  }
  await server.kill()
  await auditedTransfers(db).finally(() => db.close())
  return counts

  async function check(claims: readonly Claim[]): Promise<void> {
    for (const [person, mine] of Map.groupBy(claims, (claim) => claim.person)) {
      const points = async () => (await call<Me>(server, person, { method: 'GET', path: '/api/auth/user' })).auraPoints
      const paid = (list: readonly Claim[]) => list.reduce((sum, { lesson }) => sum + lesson.auraReward, WALLET_BONUS)
      const heard = mine.filter(({ answer }) => answer !== undefined)
      const found = await points()
      counts.lostAp += Math.max(0, paid(heard) - found)
      for (const claim of mine) {
        const again = await claimOn(server, claim)
        for (const { auraEarned } of claim.answer ? [claim.answer, again] : [again])
          if (auraEarned !== claim.lesson.auraReward) throw new Error(`a claim earned ${auraEarned}, or its retry did`)
      }
      counts.wrongAp += Math.abs((await points()) - paid(mine))
      counts.claims += mine.length
      counts.acknowledged += heard.length
      if (found > paid(heard)) counts.happenedUnheard++
    }
  }
}

/** Returns the body. Throws on any status but 200, and when the connection breaks. */
async function call<T>({ port }: BenchServer, person: Person, sent: Sent): Promise<T> {
  const { status, code, body } = await send(port, person, sent)
  if (status !== 200) throw new Error(`${sent.method} ${sent.path} answered ${status}: ${code}`)
  return body as T
}

const claimOn = (server: BenchServer, { person, lesson, key }: Claim): Promise<Claimed> =>
  call(server, person, { method: 'POST', path: '/api/lessons/complete', body: { lessonId: lesson.id }, key })

async function prepare(ctx: Context, server: BenchServer, people: number): Promise<Claim[]> {
  const claims: Claim[] = []
  for (const person of await signedIn(ctx, people)) {
    const lessons = await call<Lesson[]>(server, person, { method: 'GET', path: '/api/lessons/daily' })
    claims.push(...lessons.map((lesson) => ({ person, lesson, key: `crash-${lesson.id}`, answer: undefined })))
  }
  return claims
}

/** Sends all claims at once and kills the server shortly after some of them were acknowledged. */
async function claimUntilKilled(server: BenchServer, claims: readonly Claim[], random: () => number): Promise<void> {
  let left = Math.floor(random() * claims.length)
  const yields = Math.floor(random() * 40)
  const enough = Promise.withResolvers<void>()
  if (left === 0) enough.resolve()
  const sent = claims.map(async (claim) => {
    try {
      claim.answer = await claimOn(server, claim)
      if (--left <= 0) enough.resolve()
    } catch {}
  })
  await enough.promise
  for (let turn = 0; turn < yields; turn++) await new Promise((resolve) => setImmediate(resolve))
  await server.kill()
  await Promise.all(sent)
}
