import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { keyedHash } from '#platform/keyed-hash'
import type { ScheduledJob } from '#platform/scheduler/scheduler'
import { cheerCounter } from '../../cheers/cheer-counter.ts'
import { cheersDue } from '../../cheers/store-cheers.ts'
import { chatFinder } from '../chat-battle.ts'
import { cheeredSide } from '../chat-cheer.rules.ts'
import { chatMetrics } from '../chat-metrics.ts'
import { findStartedChats } from '../chat-store.ts'
import { kickInbox, type ReceivedMessage } from './kick-inbox.ts'
import { insertUnseen, updateSeenBefore } from './seen-store.ts'

const HASH_BYTES = 16

/** A chat whose battle runs. */
interface CountedChat {
  battleId: string
  channelId: string
  owner: 'challenger' | 'opponent'
  ids: Readonly<Record<'challenger' | 'opponent', string>>
  startsAt: Date
}

/**
 * Counts the cheers among the messages that Kick sent to this server. The database remembers messages and viewers, since
 * Kick may send the next one to any server. Messages are lost with a server that crashes, as taps are.
 */
export function kickCheersDue(ctx: Context): ScheduledJob | undefined {
  if (ctx.settings.kickApiUrl === null) return undefined
  const { lines } = ctx.chatMetrics ?? chatMetrics()
  const { webhooksPerS, intervalMs } = ctx.limits.chat
  const storing = cheersDue(ctx)
  const inbox = kickInbox(ctx.live, webhooksPerS)
  const findChat = chatFinder(ctx)
  const hashOf = (text: string) => {
    const { hash } = keyedHash(ctx.settings, text)
    return Buffer.from(hash.buffer, hash.byteOffset, HASH_BYTES).toString('base64url')
  }

  async function findCounted(): Promise<CountedChat[]> {
    const started = await findStartedChats(ctx.db, 'kick')
    const at = await databaseTime(ctx.db, ctx.clock)
    const found = await Promise.all(
      started.map(async (chat) => {
        const { battle, channelId } = (await findChat(chat, at)) ?? {}
        if (battle?.status !== 'active' || channelId === undefined) return []
        const { id: battleId, challengerId, opponentId, startsAt } = battle
        const ids = { challenger: challengerId, opponent: opponentId }
        const owner = chat.userId === challengerId ? ('challenger' as const) : ('opponent' as const)
        return [{ battleId, channelId, owner, ids, startsAt }]
      }),
    )
    return found.flat()
  }

  /** Returns the cheers among these messages. */
  const cheersIn = (messages: readonly ReceivedMessage[], chats: readonly CountedChat[]) =>
    messages.flatMap(({ channelId, viewerId, text, sentAtMs }) =>
      chats.flatMap(({ battleId, owner, ids, startsAt, ...chat }) => {
        const side = chat.channelId === channelId && sentAtMs >= startsAt.getTime() && cheeredSide(text, owner)
        return side
          ? [{ viewer: hashOf(`kick viewer ${battleId} ${viewerId}`), battleId, participantId: ids[side] }]
          : []
      }),
    )

  /** Counts the messages that this and other servers have not counted before. If it throws, none counts as seen. */
  async function count(messages: readonly ReceivedMessage[], chats: readonly CountedChat[]): Promise<void> {
    const byKey = new Map(messages.map((message) => [hashOf(`kick message ${message.id}`), message]))
    const now = ctx.clock.sqlNow()
    const { fresh, cheers, counted } = await ctx.db.tx(async (tx) => {
      const fresh = await insertUnseen(tx, { keys: [...byKey.keys()], now })
      const cheers = cheersIn(
        [...byKey].flatMap(([key, message]) => (fresh.has(key) ? [message] : [])),
        chats,
      )
      const firstOf = new Map(cheers.toReversed().map((cheer) => [cheer.viewer, cheer]))
      const may = await updateSeenBefore(tx, { keys: [...firstOf.keys()], now, intervalMs })
      return { fresh, cheers, counted: [...firstOf.values()].filter(({ viewer }) => may.has(viewer)) }
    })
    for (const cheer of counted) cheerCounter(ctx.live).add({ ...cheer, count: 1 })
    lines.repeated += messages.length - fresh.size
    lines.cheer += counted.length
    lines.too_soon += cheers.length - counted.length
  }

  async function runBatch(): Promise<boolean> {
    let waiting = inbox.take()
    if (waiting.length === 0) return false
    try {
      const chats = await findCounted()
      const heard = waiting.filter(({ channelId }) => chats.some((chat) => chat.channelId === channelId))
      lines.other += waiting.length - heard.length
      waiting = heard
      if (heard.length > 0) await count(heard, chats)
    } catch (error) {
      for (const message of waiting) if (!inbox.add(message)) lines.over_rate++
      throw error
    }
    return false
  }

  return {
    runBatch,
    msUntilNextRun: async () => null,
    async finish() {
      await runBatch()
      // The job that stores cheers may have finished before.
      await storing.runBatch()
    },
  }
}
