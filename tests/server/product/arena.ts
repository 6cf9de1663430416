import { randomUUID } from 'node:crypto'
import { joinWithWallet } from '../../../server/src/features/auth/index.ts'
import { createBattle, performTransition } from '../../../server/src/features/battles/index.ts'
import { houseAccount, postTransfers, userAccount } from '../../../server/src/features/ledger/index.ts'
import { features } from '../../../server/src/features.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import { unconnectedChain } from '../../../server/src/platform/chain/rpc-chain.ts'
import { type Clock, clockAt, systemClock } from '../../../server/src/platform/clock.ts'
import type { Context } from '../../../server/src/platform/context.ts'
import type { Db } from '../../../server/src/platform/db/db.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { noImages } from '../../../server/src/platform/images/images.ts'
import type { Limits } from '../../../server/src/platform/limits.ts'
import { createLive } from '../../../server/src/platform/live/live.ts'
import type { Settings } from '../../../server/src/platform/settings.ts'
import { scheduledJobs } from '../../../server/src/run-features.ts'
import { rethrow } from '../rethrow.ts'
import { testSettings, unhurriedLimits } from '../test-settings.ts'

type BattleForm = Parameters<typeof createBattle>[2]['form']

const HOUR_MS = 3_600_000
/** More than any test or benchmark gives away. */
const STEEZE = 1_000_000_000

interface ContextOptions {
  clock?: Clock
  limits?: Partial<Limits> | undefined
  settings?: Partial<Settings>
}

/** Returns the context of commands, without a chain, images or a signer. Rate limits refuse no request. */
export function productContext(db: Db, { clock = systemClock, limits: given, settings }: ContextOptions = {}): Context {
  const limits = { ...unhurriedLimits, battlesPending: 1_000_000, battlesOpen: 1_000_000, ...given }
  return {
    db,
    chain: unconnectedChain('local'),
    clock,
    limits,
    settings: { ...testSettings, ...settings },
    live: createLive({ clock, limits }),
    images: noImages,
    signer: null,
  }
}

async function joinPeople(ctx: Context, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const address = `0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`
    const { userId } = await ctx.db.tx((tx) => joinWithWallet(ctx, tx, { address, timeZone: 'UTC' }))
    ids.push(userId)
  }
  return ids
}

export async function makePeople(ctx: Context, count: number): Promise<string[]> {
  const ids = await joinPeople(ctx, count)
  await ctx.db.tx((tx) =>
    postTransfers(
      tx,
      ctx.clock,
      ids.map((id) => ({
        key: `given/${id}`,
        kind: 'steeze_purchase',
        reference: 'given',
        from: houseAccount('steeze_chain'),
        to: userAccount(id, 'steeze_purchased'),
        amount: STEEZE,
      })),
    ),
  )
  return ids
}

export interface Arena {
  id: string
  sides: [string, string]
}

const HOURS = 4

/** Creates battles, accepted by real commands in the past, that are live for `liveMs` from now. */
export async function makeBattles(ctx: Context, count: number, liveMs = 3 * HOUR_MS): Promise<Arena[]> {
  const startsAtMs = ctx.clock.now().getTime() + liveMs - HOURS * HOUR_MS
  const earlier = new Date(startsAtMs - HOUR_MS)
  const then: Context = { ...ctx, clock: clockAt(earlier) }
  const people = await joinPeople(ctx, 2 * count)
  const arenas: Arena[] = []
  for (let made = 0; made < count; made++) {
    const [challenger = '', opponent = ''] = people.slice(2 * made, 2 * made + 2)
    const form = {
      opponentId: opponent,
      stakeAmount: 10,
      battleDate: new Date(startsAtMs).toISOString(),
      duration: HOURS,
      // The end is fixed, because measurements gift up to it.
      softClose: false,
    }
    const accepted = async (): Promise<Arena> => {
      try {
        return await acceptedBattle(then, [challenger, opponent], form)
      } catch (error) {
        // A running server sees a start in the past and may have expired the challenge already.
        if (error instanceof AppError && error.code === 'BATTLE_NOT_PENDING') return accepted()
        throw error
      }
    }
    arenas.push(await accepted())
  }
  return arenas
}

/** Creates accepted battles of rounds, best of three, which begin as soon as both participants are ready. */
export async function makeRounds(ctx: Context, count: number): Promise<Arena[]> {
  const people = await joinPeople(ctx, 2 * count)
  const form = { stakeAmount: 10, duration: null, decidedBy: 'knowledge', bestOf: 3 } as const
  const arenas: Arena[] = []
  for (let made = 0; made < count; made++) {
    const [challenger = '', opponent = ''] = people.slice(2 * made, 2 * made + 2)
    arenas.push(await acceptedBattle(ctx, [challenger, opponent], { ...form, opponentId: opponent }))
  }
  return arenas
}

async function acceptedBattle(ctx: Context, sides: Arena['sides'], form: BattleForm): Promise<Arena> {
  const id = await createBattle(ctx, features, { userId: sides[0], form })
  await performTransition(ctx, { battleId: id, userId: sides[1], transition: 'accept' })
  return { id, sides }
}

export async function doDue(ctx: Context, kind?: string): Promise<void> {
  for (const work of scheduledJobs(ctx, rethrow, noLog)) {
    if (kind === undefined || work.name === kind) while (await work.runBatch());
  }
}
