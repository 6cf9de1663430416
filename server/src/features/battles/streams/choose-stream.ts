import type { BattleStream } from '@aura/api/calls/battles/battle'
import type { BattleStreamChoice, OwnStreams } from '@aura/api/calls/battles/streams'
import { readStreamAddress } from '@aura/api/streams'
import { findSuspension } from '#features/suspension'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { sideOf } from '../battle.rules.ts'
import { type BattleRow, findBattles } from '../store.ts'
import { channelAt, findProven, resolveStream, streamOfChannel } from './resolve-streams.ts'
import { deleteStream, findShowing, findStreams, type StoredStream, upsertStream } from './stream-store.ts'

/** Returns the stream of a user's settings, those they may choose from, and why an admin hid them. */
export async function readOwnStreams(ctx: Context, features: readonly Feature[], userId: string): Promise<OwnStreams> {
  const [{ own }, proven, hidden] = await Promise.all([
    findStreams(ctx.db, userId, null),
    provenOf(ctx.db, features, userId),
    findSuspension(ctx.db, userId, 'streams'),
  ])
  return {
    stream: (own && resolveStream(ctx, own, proven)) ?? null,
    channels: proven.map(streamOfChannel).filter((stream): stream is BattleStream => stream !== undefined),
    hosts: [...ctx.settings.streamHosts],
    hiddenReason: hidden?.reason ?? null,
  }
}

/** Sets the stream that a user shows in their battles; null for none. Throws why the address is refused. */
export async function setOwnStream(
  ctx: Context,
  features: readonly Feature[],
  { userId, address }: { userId: string; address: string | null },
): Promise<void> {
  const stream = address === null ? null : await streamAt(ctx, features, { userId, address })
  await (stream
    ? upsertStream(ctx.db, { userId, battleId: null, stream }, ctx.clock.sqlNow())
    : deleteStream(ctx.db, userId, null))
  await publishStreams(ctx, userId)
}

/** Returns what a participant shows in a battle. Throws BATTLE_NOT_FOUND and BATTLE_PARTICIPANTS_ONLY. */
export async function readBattleStream(
  ctx: Context,
  features: readonly Feature[],
  { userId, battleId }: { userId: string; battleId: string },
): Promise<BattleStreamChoice> {
  const [battle] = await findBattles(ctx.db, [battleId])
  refuseOutsider(battle, userId)
  const [{ own, inBattle }, proven] = await Promise.all([
    findStreams(ctx.db, userId, battleId),
    provenOf(ctx.db, features, userId),
  ])
  const shown = inBattle === undefined ? own : inBattle
  return {
    choice: inBattle === undefined ? 'default' : inBattle === null ? 'none' : 'other',
    stream: (shown && resolveStream(ctx, shown, proven)) ?? null,
  }
}

/**
 * Sets what a participant shows in a battle: the stream at an address, none (null), or that of their settings
 * (undefined). Throws BATTLE_NOT_FOUND, BATTLE_PARTICIPANTS_ONLY, or why the address is refused.
 */
export async function setBattleStream(
  ctx: Context,
  features: readonly Feature[],
  { userId, battleId, address }: { userId: string; battleId: string; address: string | null | undefined },
): Promise<void> {
  const [battle] = await findBattles(ctx.db, [battleId])
  refuseOutsider(battle, userId)
  const stream = address ? await streamAt(ctx, features, { userId, address }) : null
  await (address === undefined
    ? deleteStream(ctx.db, userId, battleId)
    : upsertStream(ctx.db, { userId, battleId, stream }, ctx.clock.sqlNow()))
  ctx.live.changed(`battle:${battleId}`)
}

/** Tells the pages of a user's battles that the user's streams changed. */
export async function publishStreams(ctx: Context, userId: string): Promise<void> {
  for (const id of await findShowing(ctx.db, userId, ctx.clock.sqlNow())) ctx.live.changed(`battle:${id}`)
}

async function provenOf(db: Queryable, features: readonly Feature[], userId: string) {
  return (await findProven(db, features, [userId])).get(userId) ?? []
}

/** Returns what to store of an address. The proven channel itself isn't stored, since it may be renamed or unlinked. */
async function streamAt(
  ctx: Context,
  features: readonly Feature[],
  { userId, address }: { userId: string; address: string },
): Promise<StoredStream> {
  const read = readStreamAddress(address, ctx.settings.streamHosts)
  if (typeof read === 'string') throw new AppError(read)
  if (resolveStream(ctx, { ...read, channel: read.id })) return { kind: read.kind, host: read.host, channel: read.id }
  if (!channelAt(read, await provenOf(ctx.db, features, userId))) throw new AppError('STREAM_CHANNEL_UNPROVEN')
  return { kind: read.kind, host: read.host, channel: '' }
}

function refuseOutsider(battle: BattleRow | undefined, userId: string): asserts battle is BattleRow {
  if (!battle) throw new AppError('BATTLE_NOT_FOUND')
  if (!sideOf(battle, userId)) throw new AppError('BATTLE_PARTICIPANTS_ONLY')
}
