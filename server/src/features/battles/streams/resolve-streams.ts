import { createHash } from 'node:crypto'
import type { BattleDetail, BattleStream } from '@aura/api/calls/battles/battle'
import { CHANNEL_PLATFORMS, type ChannelPlatform, isPlayable, type StreamAddress, streamText } from '@aura/api/streams'
import type { Context } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import type { Feature } from '#platform/feature'
import { findBlocked, type SideStream, type StoredStream } from './stream-store.ts'

/** A channel that a platform has confirmed to be a user's. */
export interface ProvenChannel {
  provider: string
  /** The platform's id of the channel. */
  subject: string
  /** The channel's name in its address, without @. */
  handle: string
}

export type ProvenChannels = ReadonlyMap<string, readonly ProvenChannel[]>

/** Returns the proven channels of these users. Without users it asks nobody. */
export async function findProven(
  db: Queryable,
  features: readonly Feature[],
  userIds: readonly string[],
): Promise<ProvenChannels> {
  if (userIds.length === 0) return new Map()
  for (const { provenChannels } of features) if (provenChannels) return provenChannels(db, userIds)
  return new Map()
}

const isOfPlatform = (kind: string): kind is ChannelPlatform => CHANNEL_PLATFORMS.some((each) => each === kind)

/** Returns a proven channel as a stream; undefined if its platform isn't played or its name isn't as expected. */
export function streamOfChannel({ provider, subject, handle }: ProvenChannel): BattleStream | undefined {
  if (!isOfPlatform(provider)) return undefined
  const id = provider === 'youtube' ? subject : handle.toLowerCase()
  const host = { twitch: 'twitch.tv', youtube: 'youtube.com', kick: 'kick.com' }[provider]
  const stream = { kind: provider, host, id }
  const name = provider === 'youtube' && /^[\w.-]{3,30}$/.test(handle) ? `@${handle}` : undefined
  return isPlayable(stream, []) ? { ...stream, text: streamText(stream, name) } : undefined
}

/** Returns the proven channel that an address names. */
export const channelAt = (address: StreamAddress, proven: readonly ProvenChannel[]): BattleStream | undefined =>
  proven
    .filter(
      ({ provider, subject, handle }) =>
        provider === address.kind && [subject, handle.toLowerCase(), `@${handle.toLowerCase()}`].includes(address.id),
    )
    .map(streamOfChannel)
    .find((stream) => stream !== undefined)

/** Returns what a stored stream shows now: nothing if its channel is no longer proven or its host no longer listed. */
export function resolveStream(
  { settings }: Pick<Context, 'settings'>,
  { kind, host, channel }: StoredStream,
  proven: readonly ProvenChannel[] = [],
): BattleStream | undefined {
  if (isOfPlatform(kind)) {
    const own = proven.find(({ provider }) => provider === kind)
    return own && streamOfChannel(own)
  }
  const stream = { kind, host, id: channel }
  return isPlayable(stream, settings.streamHosts) ? { ...stream, text: streamText(stream) } : undefined
}

/** Returns the streams of a battle that a viewer may watch, or undefined if there are none; and all of it as a short text. */
export async function streamsFor(
  ctx: Context,
  features: readonly Feature[],
  {
    streams,
    challengerId,
    viewerId,
  }: { streams: readonly SideStream[]; challengerId: string; viewerId: string | undefined },
): Promise<{ streams: BattleDetail['streams']; version: string }> {
  if (streams.length === 0) return { streams: undefined, version: '' }
  const users = (of: readonly SideStream[]) => of.map(({ userId }) => userId)
  const [proven, blocked] = await Promise.all([
    findProven(ctx.db, features, users(streams.filter(({ kind }) => isOfPlatform(kind)))),
    viewerId === undefined ? new Set<string>() : findBlocked(ctx.db, viewerId, users(streams)),
  ])
  const playable = streams
    .map((stream) => ({
      userId: stream.userId,
      side: stream.userId === challengerId ? 'challenger' : 'opponent',
      stream: resolveStream(ctx, stream, proven.get(stream.userId)),
    }))
    .filter(({ stream }) => stream !== undefined)
  const shown = playable.filter(({ userId }) => !blocked.has(userId))
  return {
    streams: shown.length === 0 ? undefined : Object.fromEntries(shown.map(({ side, stream }) => [side, stream])),
    version: playable.length === 0 ? '' : hashOf(playable.map(({ side, stream }) => [side, stream])),
  }
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 6)
