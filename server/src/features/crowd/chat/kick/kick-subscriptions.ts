import { randomUUID } from 'node:crypto'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { chatFinder } from '../chat-battle.ts'
import { deleteChat, dropChats, findStartedChats, type TakenChat, takeChats, updateConnected } from '../chat-store.ts'
import { kickApiOf } from './kick-api.ts'

/** A chat that takes part, with Kick's id of its channel. */
type OpenChat = Omit<TakenChat, 'isConnected'> & { channelId: string }

const idsOf = (chats: readonly OpenChat[]) => new Set(chats.map(({ channelId }) => channelId))

/**
 * Keeps what Kick sends in line with the chats that take part: compares its list of subscriptions with them when either
 * changes, and every minute, since Kick may end one. The server that has a chat's lease subscribes; any ends what is not
 * wanted. Undefined unless Kick's chats are configured.
 */
export function kickSubscriptionsDue(ctx: Context, { log }: Pick<JobTools, 'log'>): ScheduledJob | undefined {
  const api = kickApiOf(ctx)
  if (!api) return undefined
  const { leaseMs, connections, subscriptionMs, backOff } = ctx.limits.chat
  const holder = randomUUID()
  const findChat = chatFinder(ctx)
  // The first comparison ends what an earlier run left.
  let compared: { chats: string; atMs: number } | undefined
  let failures = 0
  let nextTryMs = Number.NEGATIVE_INFINITY

  /** Returns the chats that still take part, and removes the others. */
  async function stillOpen(): Promise<OpenChat[]> {
    const chats = await findStartedChats(ctx.db, 'kick')
    if (chats.length === 0) return []
    const at = await databaseTime(ctx.db, ctx.clock)
    const open = await Promise.all(
      chats.map(async (chat) => {
        const channelId = (await findChat(chat, at))?.channelId
        if (channelId !== undefined) return [{ ...chat, channelId }]
        await deleteChat(ctx.db, chat)
        ctx.live.changed(`cheers:${chat.battleId}`)
        return []
      }),
    )
    return open.flat()
  }

  /** Returns the ids of channels that Kick sends messages of, of those in `mine`. */
  async function compare(kick: NonNullable<typeof api>, mine: ReadonlySet<string>) {
    const subscriptions = await kick.list()
    // Read after the list, which may have a chat that was started and subscribed to on another server a moment ago.
    const wanted = idsOf(await stillOpen())
    const listed = new Set<string>()
    const unwanted = subscriptions.filter(({ channelId }) => {
      if (!wanted.has(channelId) || listed.has(channelId)) return true
      listed.add(channelId)
      return false
    })
    const missing = [...mine].filter((channelId) => !listed.has(channelId))
    const tried = await Promise.allSettled([
      ...missing.map(async (channelId) => {
        await kick.subscribe(channelId)
        listed.add(channelId)
      }),
      ...unwanted.map(({ id }) => kick.unsubscribe(id)),
    ])
    return { listed, failure: tried.find((one) => one.status === 'rejected')?.reason as unknown }
  }

  function failed(error: unknown): void {
    failures++
    nextTryMs = ctx.clock.elapsedMs() + Math.min(backOff.maxMs, backOff.firstMs * 2 ** Math.min(failures - 1, 20))
    compared = undefined
    if (failures === 1) log.warn({ err: error }, 'subscribing to chats on Kick failed and will be retried')
  }

  async function runBatch(): Promise<boolean> {
    const open = await stillOpen()
    const now = ctx.clock.sqlNow()
    const taken =
      open.length > 0
        ? await takeChats(ctx.db, { provider: 'kick', holder, lifeMs: leaseMs, max: connections, now })
        : []
    const mine = taken.flatMap((chat) => {
      const channelId = open.find(
        ({ battleId, userId }) => battleId === chat.battleId && userId === chat.userId,
      )?.channelId
      return channelId === undefined ? [] : [{ ...chat, channelId }]
    })
    const chats = JSON.stringify([open.map(({ channelId }) => channelId), mine.map(({ battleId }) => battleId)])
    const nowMs = ctx.clock.elapsedMs()
    const isKnown = compared?.chats === chats && (open.length === 0 || nowMs - compared.atMs < subscriptionMs)
    if (!api || isKnown || nowMs < nextTryMs) return false
    try {
      const { listed, failure } = await compare(api, idsOf(mine))
      for (const chat of mine) {
        const isConnected = listed.has(chat.channelId)
        if (isConnected === chat.isConnected || !(await updateConnected(ctx.db, chat, { isConnected, holder })))
          continue
        ctx.live.changed(`cheers:${chat.battleId}`)
      }
      if (failure) throw failure
      compared = { chats, atMs: nowMs }
      failures = 0
    } catch (error) {
      failed(error)
    }
    return false
  }

  return {
    runBatch,
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
    finish: () => dropChats(ctx.db, holder).catch(() => {}),
  }
}
