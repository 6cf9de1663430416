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

export interface ClaimPlan {
  url: string
  rounds: number
  seed: number
  /** People who claim at once in a round; each has three lessons. */
  people: number
}

export interface ClaimCounts {
  rounds: number
  claims: number
  acknowledged: number
  /** Claims that were not acknowledged before the crash but committed; the retry found them. */
  happenedUnheard: number
  /** AP of acknowledged claims lost in a crash. */
  lostAp: number
  /** Total difference in AP, in either direction, between balances and a single payment per claim after all retries. */
  wrongAp: number
}

const WALLET_BONUS = 100
/**
 * Milliseconds after which a retry takes over the key of the killed request. Shorter than in production to save time.
 */
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
 * Counts lost and wrong claims; throws when a retry returns another result or the ledger is broken.
 */
export async function claimRounds({ url, rounds, seed, people }: ClaimPlan): Promise<ClaimCounts> {
  const random = rng(seed)
  const counts: ClaimCounts = { rounds, claims: 0, acknowledged: 0, happenedUnheard: 0, lostAp: 0, wrongAp: 0 }
  const start = () =>
    startProduct({
      databaseUrl: url,
      limits: { idempotencyRunMs: REQUEST_RUN_MS },
      settings: { origin: testSettings.origin },
    })
  const db = await openPg({ url, poolSize: 8 })
  let server = await start()
  for (let round = 0; round < rounds; round++) {
    const claims = await prepare(productContext(db), server, people)
    const killAfter = Math.floor(random() * claims.length)
    await claimUntilKilled(server, claims, { killAfter, yields: Math.floor(random() * 40) })
    server = await start()
    await check(server, claims, counts)
  }
  await server.kill()
  await auditedTransfers(db).finally(() => db.close())
  return counts
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

/** Sends all claims at once and kills the server shortly after `killAfter` of them were acknowledged. */
async function claimUntilKilled(
  server: BenchServer,
  claims: readonly Claim[],
  { killAfter, yields }: { killAfter: number; yields: number },
): Promise<void> {
  let acknowledged = 0
  let reached = () => {}
  const enough = new Promise<void>((resolve) => {
    reached = resolve
  })
  if (killAfter === 0) reached()
  const sent = claims.map(async (claim) => {
    try {
      claim.answer = await claimOn(server, claim)
      if (++acknowledged >= killAfter) reached()
    } catch {}
  })
  await enough
  for (let turn = 0; turn < yields; turn++) await new Promise((resolve) => setImmediate(resolve))
  await server.kill()
  await Promise.all(sent)
}

async function check(server: BenchServer, claims: readonly Claim[], counts: ClaimCounts): Promise<void> {
  for (const [person, mine] of Map.groupBy(claims, (claim) => claim.person)) {
    const points = async () => (await call<Me>(server, person, { method: 'GET', path: '/api/auth/user' })).auraPoints
    const paid = (list: readonly Claim[]) => list.reduce((sum, { lesson }) => sum + lesson.auraReward, WALLET_BONUS)
    const heard = mine.filter(({ answer }) => answer !== undefined)
    const found = await points()
    counts.lostAp += Math.max(0, paid(heard) - found)
    for (const claim of mine) {
      const again = await claimOn(server, claim)
      if (again.auraEarned !== claim.lesson.auraReward) throw new Error(`a retry answered ${JSON.stringify(again)}`)
      if (claim.answer && claim.answer.auraEarned !== again.auraEarned) throw new Error('a retry answered differently')
    }
    counts.wrongAp += Math.abs((await points()) - paid(mine))
    counts.claims += mine.length
    counts.acknowledged += heard.length
    if (found > paid(heard)) counts.happenedUnheard++
  }
}
