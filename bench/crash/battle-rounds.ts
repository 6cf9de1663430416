import { setTimeout as pause } from 'node:timers/promises'
import { rng } from '@aura/drawing/random'
import { giveGifts } from '../../server/src/features/battles/index.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { type Arena, makeBattles, makePeople, productContext } from '../../tests/server/product/arena.ts'
import { type Person, send, signIn } from '../../tests/server/product/people.ts'
import { testSettings } from '../../tests/server/test-settings.ts'
import { auditedTransfers } from '../support/database.ts'
import { type BenchServer, startProduct } from '../support/programs.ts'

interface Gift {
  giver: Person
  participantId: string
  amount: number
  key: string
  /** Whether the response said that it counts; null without one. */
  isGiven: boolean | null
}

const GIVERS = 20
const LIVE_MS = 900
const SETTLED_WITHIN_MS = 20_000

/**
 * Kills one of two servers between the start of a battle and its settlement, repeatedly, while gifts go to both. Counts as
 * wrong each acknowledged gift that doesn't count once, each refused one that does, and each of the rest whose retry says
 * otherwise. Throws unless each battle started and settled once, and the ledger balances.
 */
export async function battleRounds(plan: { url: string; rounds: number; seed: number; gifts: number }) {
  const random = rng(plan.seed)
  const db = await openPg({ url: plan.url, poolSize: 4 })
  const ctx = productContext(db)
  const givers = await signIn(ctx, await makePeople(ctx, GIVERS))
  const counts = { rounds: plan.rounds, acknowledged: 0, refused: 0, unheard: 0, wrong: 0 }
  const { origin } = testSettings
  const start = () => startProduct({ databaseUrl: plan.url, jobs: 'all', settings: { origin, trustProxy: true } })
  const servers = [await start(), await start()]
  for (let round = 0; round < plan.rounds; round++) {
    const [arena] = (await makeBattles(ctx, 1, LIVE_MS)) as [Arena]
    const gifts: Gift[] = Array.from({ length: plan.gifts }, (_, index) => ({
      participantId: arena.sides[random() < 0.5 ? 0 : 1],
      giver: givers[Math.floor(random() * GIVERS)] as Person,
      amount: 1 + Math.floor(random() * 3),
      key: `crash-${round}-${index}`,
      isGiven: null,
    }))
    await fight(arena, gifts)
    await untilSettled(ctx, arena.id)
    await check(arena, gifts)
  }
  for (const server of servers) await server.kill()
  await auditedTransfers(db).finally(() => db.close())
  return counts

  /** Sends gifts to both servers during the battle and past its end, and kills one meanwhile. */
  async function fight({ id: battleId }: Arena, gifts: readonly Gift[]): Promise<void> {
    const doomed = random() < 0.5 ? 0 : 1
    const killing = (async () => {
      await pause(random() * LIVE_MS * 1.3)
      await servers[doomed]?.kill()
      servers[doomed] = await start()
    })()
    const sent: Promise<void>[] = []
    for (const [index, gift] of gifts.entries()) {
      sent.push(giveTo(servers[index % 2] as BenchServer, battleId, gift))
      if (index % 8 === 7) await pause((LIVE_MS * 1.2 * 8) / gifts.length)
    }
    await Promise.all([killing, ...sent])
  }

  async function giveTo({ port }: BenchServer, battleId: string, gift: Gift): Promise<void> {
    const { giver, participantId, amount, key } = gift
    const body = { battleId, participantId, amount }
    const { status } = await send(port, giver, { method: 'POST', path: '/api/battles/gift', body, key })
    if (status !== 'no answer' && status < 500) gift.isGiven = status === 200
  }

  async function check({ id: battleId }: Arena, gifts: readonly Gift[]): Promise<void> {
    const stored = await db.query<{ key: string }>('select key from battle_gifts where battle_id = $1', [battleId])
    const keys = new Set(stored.map(({ key }) => key))
    for (const { giver, participantId, amount, key: sentKey, isGiven } of gifts) {
      const key = `gift/${sentKey}`
      counts[isGiven === null ? 'unheard' : isGiven ? 'acknowledged' : 'refused']++
      if (isGiven !== null && isGiven !== keys.has(key)) counts.wrong++
      const [again] = await giveGifts(ctx, [{ battleId, giverId: giver.id, participantId, amount, key }])
      if ((again !== undefined && 'given' in again) !== keys.has(key)) counts.wrong++
    }
    const steps = await stepsOf(ctx, battleId)
    if (steps !== 'create accept start settle') throw new Error(`battle ${battleId} went ${steps}`)
  }
}

/** Waits until the battle is settled. Throws if that takes too long. */
async function untilSettled({ db }: Context, battleId: string): Promise<void> {
  const untilMs = performance.now() + SETTLED_WITHIN_MS
  while (performance.now() < untilMs) {
    const [row] = await db.query<{ status: string }>('select status from battles where id = $1', [battleId])
    if (row?.status === 'completed') return
    await pause(20)
  }
  throw new Error(`battle ${battleId} was not settled`)
}

/** Returns the steps of a battle, separated by spaces. */
export async function stepsOf({ db }: Context, battleId: string): Promise<string> {
  const text = 'select step from battle_steps where battle_id = $1 order by id'
  return (await db.query<{ step: string }>(text, [battleId])).map(({ step }) => step).join(' ')
}
