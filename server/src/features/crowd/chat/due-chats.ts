import { randomUUID } from 'node:crypto'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import type { JobTools } from '#platform/feature'
import type { Live } from '#platform/live/live'
import { type ScheduledJob, SOON_MS } from '#platform/scheduler/scheduler'
import { chatFinder } from './chat-battle.ts'
import { deleteChat, dropChats, type TakenChat, takeChats, updateConnected } from './chat-store.ts'
import { ListenedChat } from './listened-chat.ts'

const keyOf = ({ battleId, userId, provider, channel }: TakenChat) => `${battleId} ${userId} ${provider} ${channel}`

interface Listeners {
  readonly holder: string
  readonly heard: Map<string, ListenedChat>
}
const listeners = new WeakMap<Live, Listeners>()

/** Returns the server's listeners and its name as a holder of leases. */
function listenersOf(live: Live): Listeners {
  const known = listeners.get(live) ?? { holder: randomUUID(), heard: new Map() }
  listeners.set(live, known)
  return known
}

/**
 * Listens to the chats on Twitch that take part in battles, each on one server at a time: it renews its leases every two
 * seconds, and another server takes over when they end. Undefined unless Twitch's chats are configured.
 */
export function chatsDue(ctx: Context, { log }: Pick<JobTools, 'log'>): ScheduledJob | undefined {
  const { twitchChatUrl } = ctx.settings
  if (!twitchChatUrl) return undefined
  const listening = { ...ctx, settings: { ...ctx.settings, twitchChatUrl } }
  const { leaseMs, connections } = ctx.limits.chat
  const { holder, heard } = listenersOf(ctx.live)
  const findChat = chatFinder(ctx)

  async function follow(chat: TakenChat, { heldUntilMs, at }: { heldUntilMs: number; at: Date }): Promise<boolean> {
    const battle = (await findChat(chat, at))?.battle
    if (!battle) {
      await deleteChat(ctx.db, chat)
      ctx.live.changed(`cheers:${chat.battleId}`)
      return false
    }
    const known = heard.get(keyOf(chat))
    const listened = known ?? new ListenedChat(listening, chat, battle, log)
    heard.set(keyOf(chat), listened)
    // The end may move later, never closer.
    const leftMs = battle.status === 'active' ? battle.endsAt.getTime() - at.getTime() : 0
    listened.countUntil(Math.min(heldUntilMs, ctx.clock.elapsedMs() + leftMs))
    const { isConnected } = listened
    if (isConnected !== chat.isConnected && (await updateConnected(ctx.db, chat, { isConnected, holder }))) {
      ctx.live.changed(`cheers:${chat.battleId}`)
    }
    return true
  }

  function closeOthers(kept: ReadonlySet<string>): void {
    for (const [key, listened] of heard) {
      if (kept.has(key)) continue
      listened.close()
      heard.delete(key)
    }
    if (ctx.chatMetrics) ctx.chatMetrics.connections = heard.size
  }

  async function runBatch(): Promise<boolean> {
    const heldUntilMs = ctx.clock.elapsedMs() + leaseMs
    const now = ctx.clock.sqlNow()
    const taken = await takeChats(ctx.db, { provider: 'twitch', holder, lifeMs: leaseMs, max: connections, now })
    const kept = new Set<string>()
    if (taken.length > 0) {
      const at = await databaseTime(ctx.db, ctx.clock)
      const follows = await Promise.all(taken.map((chat) => follow(chat, { heldUntilMs, at })))
      for (const [index, chat] of taken.entries()) if (follows[index]) kept.add(keyOf(chat))
    }
    closeOthers(kept)
    return false
  }

  return {
    runBatch,
    msUntilNextRun: async () => null,
    maxSleepMs: SOON_MS,
    async finish() {
      closeOthers(new Set())
      await dropChats(ctx.db, holder).catch(() => {})
    },
  }
}
