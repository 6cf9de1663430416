import { ACCEPTED_STATUSES, type BattleStatus, UPCOMING_STATUSES } from '@aura/api/battle-statuses'
import type { Battle, BattleCounts, BattleDetail } from '@aura/api/calls/battles/battle'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { batchLoader } from '#platform/db/batch-loader'
import type { Feature } from '#platform/feature'
import { sharedReads } from '#platform/shared-reads'
import { findScheduled, listScheduled, listScheduledOf } from './calendar-store.ts'
import { presentBattle, presentDetail } from './present.ts'
import {
  type BattleRow,
  type BattleView,
  countByStatus,
  countOwnByStatus,
  findOwnGifts,
  findPeople,
  findShown,
  listBattles,
  listOwnBattles,
  type OwnGift,
  type ShownBattle,
} from './store.ts'
import { streamsFor } from './streams/resolve-streams.ts'

/**
 * Returns a function that reads a battle; concurrent calls share a statement. It throws BATTLE_NOT_FOUND. Without
 * features it knows no proven channels, and shows only streams from hosts of the operator's list.
 */
export function battleReader(
  ctx: Context,
  features: readonly Feature[] = [],
): (id: string, viewerId: string | undefined) => Promise<BattleDetail> {
  const read = batchLoader<string, ShownBattle>(async (ids) => {
    const shown = await findShown(ctx.db, [...new Set(ids)], ctx.clock.sqlNow())
    const found = new Map(shown.map((battle) => [battle.row.id, battle]))
    return ids.map((id) => found.get(id))
  })
  const readOwn = batchLoader<{ battleId: string; giverId: string }, OwnGift[]>(async (wanted) => {
    const gifts = await findOwnGifts(ctx.db, wanted)
    return wanted.map((of) => gifts.filter((gift) => gift.battleId === of.battleId && gift.giverId === of.giverId))
  })
  return async (id, viewerId) => {
    const [found, ownGifts = []] = await Promise.all([
      read(id),
      viewerId === undefined ? undefined : readOwn({ battleId: id, giverId: viewerId }),
    ])
    if (!found) throw new AppError('BATTLE_NOT_FOUND')
    const { row, gifters, people, at } = found
    const { streams, version } = await streamsFor(ctx, features, { ...found, challengerId: row.challengerId, viewerId })
    return {
      ...presentDetail(row, { gifters, ownGifts, people, at, viewerId, ...shared(ctx, [row]) }),
      ...(streams && { streams }),
      version: [row.status, row.cancellationRequestedBy ?? '', version].join(' '),
    }
  }
}

/**
 * Returns the live battle that ends first, else the last one that ended, as visitors see it but without streams; null if
 * none.
 */
export async function readSpotlight(ctx: Context, read: ReturnType<typeof battleReader>): Promise<BattleDetail | null> {
  for (const view of ['live', 'completed'] as const) {
    const [first] = await listBattles(ctx.db, view, { after: null, limit: 1 })
    if (!first) continue
    const { streams: _, ...battle } = await read(first.id, undefined)
    return battle
  }
  return null
}

const participantsOf = (rows: readonly BattleRow[]) =>
  rows.flatMap(({ challengerId, opponentId }) => [challengerId, opponentId])

const shared = (ctx: Context, rows: readonly BattleRow[]) => ({
  viewerCounts: new Map(rows.map(({ id }) => [id, ctx.live.viewers.count(`battle:${id}`)])),
  maxOpen: ctx.limits.battlesOpen,
})

interface Page {
  after?: string | undefined
  limit: number
}

export async function readBattles(
  ctx: Context,
  viewerId: string | undefined,
  { view, after, limit }: Page & { view: BattleView },
): Promise<Battle[]> {
  return presented(ctx, viewerId, await listBattles(ctx.db, view, { after: after ?? null, limit }))
}

export async function readOwnBattles(
  ctx: Context,
  userId: string,
  { status, after, limit }: Page & { status?: BattleStatus | undefined },
): Promise<Battle[]> {
  const statuses = status && withCancellations(status)
  return presented(
    ctx,
    userId,
    await listOwnBattles(ctx.db, userId, { statuses: statuses ?? null, after: after ?? null, limit }),
  )
}

/** Ended battles stay in calendars for a month, and cancelled ones, so that programs learn of it. */
const SCHEDULED_MS = 31 * 24 * 3_600_000
const MAX_SCHEDULED = 100

/** Returns accepted battles as visitors see them, also ended and cancelled ones of the last month. */
export async function readScheduled(
  ctx: Context,
  which: 'all' | { userIds: readonly string[]; ownerId: string | null },
): Promise<Battle[]> {
  const since = new Date((await databaseTime(ctx.db, ctx.clock)).getTime() - SCHEDULED_MS)
  const rows =
    which === 'all'
      ? await listScheduled(ctx.db, since, MAX_SCHEDULED)
      : await listScheduledOf(ctx.db, which, { since, limit: MAX_SCHEDULED })
  return presented(ctx, undefined, rows)
}

/** Returns a battle that was accepted, as visitors see it; undefined for any other. */
export async function readScheduledBattle(ctx: Context, id: string): Promise<Battle | undefined> {
  return (await presented(ctx, undefined, await findScheduled(ctx.db, id)))[0]
}

const withCancellations = (status: BattleStatus): BattleStatus[] =>
  status === 'accepted' ? [...ACCEPTED_STATUSES] : [status]

async function presented(ctx: Context, viewerId: string | undefined, rows: BattleRow[]): Promise<Battle[]> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const people = await findPeople(ctx.db, participantsOf(rows), at)
  const facts = { people, at, viewerId, ...shared(ctx, rows) }
  return rows.map((row) => presentBattle(row, facts))
}

export function battleCounter(ctx: Context): (viewerId: string | undefined) => Promise<BattleCounts> {
  const countAll = sharedReads({ ms: ctx.limits.publicCacheMs }, () => countByStatus(ctx.db))
  return async (viewerId) => countBattles(ctx, viewerId, await countAll(''))
}

async function countBattles(
  ctx: Context,
  viewerId: string | undefined,
  all: ReadonlyMap<BattleStatus, number>,
): Promise<BattleCounts> {
  const of = (counts: typeof all, ...statuses: BattleStatus[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  const total = (counts: typeof all) => of(counts, ...counts.keys())
  const mine = viewerId === undefined ? undefined : await countOwnByStatus(ctx.db, viewerId)
  return {
    total: total(all),
    live: of(all, 'active'),
    upcoming: of(all, ...UPCOMING_STATUSES),
    completed: of(all, 'completed'),
    mine: mine
      ? {
          total: total(mine),
          pending: of(mine, 'pending'),
          accepted: of(mine, ...ACCEPTED_STATUSES),
          active: of(mine, 'active'),
          completed: of(mine, 'completed'),
          withdrawn: of(mine, 'withdrawn'),
          cancelled: of(mine, 'cancelled'),
          rejected: of(mine, 'rejected'),
          expired: of(mine, 'expired'),
        }
      : null,
  }
}
