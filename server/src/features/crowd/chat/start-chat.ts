import type { Answer } from '@aura/api/calls'
import { ChatProvider } from '@aura/api/calls/crowd'
import { findProvenChannels } from '#features/providers'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { type CommentedBattle, closedReason, isParticipant } from '../comments/comment.rules.ts'
import { deleteChat, insertChat } from './chat-store.ts'
import { openProviders } from './open-providers.ts'

type ChatBattle = CommentedBattle & { id: string }
interface Starter {
  userId: string
  provider: ChatProvider
}

const refuseOthers = (battle: ChatBattle, userId: string) => {
  if (!isParticipant(battle, userId)) throw new AppError('BATTLE_PARTICIPANTS_ONLY')
}

async function channelsOf({ db, settings }: Context, userId: string) {
  const open = openProviders(settings)
  const channels = (await findProvenChannels(db, [userId])).get(userId) ?? []
  return channels.flatMap(({ provider, handle }) => {
    const known = ChatProvider.safeParse(provider)
    return known.success && open.includes(known.data) ? [{ provider: known.data, channel: handle.toLowerCase() }] : []
  })
}

/** Returns the proven channels of a participant whose chat can take part in the battle; none for everyone else. */
export async function readOwnChannels(
  ctx: Context,
  battle: ChatBattle,
  userId: string,
): Promise<Answer<'GET /api/battles/:id/chats'>> {
  return isParticipant(battle, userId) ? channelsOf(ctx, userId) : []
}

/**
 * Lets the chat of the participant's channel cheer in the battle until it is over. Idempotent. Throws
 * BATTLE_PARTICIPANTS_ONLY, CHAT_OFF, CHAT_NOT_OPEN, and CHAT_CHANNEL_MISSING if they have proven no such channel.
 */
export async function startChat(ctx: Context, battle: ChatBattle, { userId, provider }: Starter): Promise<void> {
  refuseOthers(battle, userId)
  if (!openProviders(ctx.settings).includes(provider)) throw new AppError('CHAT_OFF')
  if (closedReason(battle, await databaseTime(ctx.db, ctx.clock))) throw new AppError('CHAT_NOT_OPEN')
  const own = (await channelsOf(ctx, userId)).find((channel) => channel.provider === provider)
  if (!own) throw new AppError('CHAT_CHANNEL_MISSING')
  await insertChat(ctx.db, { battleId: battle.id, userId, ...own, now: ctx.clock.sqlNow() })
  ctx.live.changed(`cheers:${battle.id}`)
}

/** Takes the participant's channel out of the battle; within seconds, no server listens to it. Throws BATTLE_PARTICIPANTS_ONLY. */
export async function stopChat(ctx: Context, battle: ChatBattle, { userId, provider }: Starter): Promise<void> {
  refuseOthers(battle, userId)
  await deleteChat(ctx.db, { battleId: battle.id, userId, provider })
  ctx.live.changed(`cheers:${battle.id}`)
}
