import { battleFinder } from '#features/battles'
import { findProvenChannels } from '#features/providers'
import type { Context } from '#platform/context'
import { closedReason } from '../comments/comment.rules.ts'
import type { StartedChat } from './chat-store.ts'

/**
 * Returns a function that finds a chat's battle and the platform's own id of its channel. It returns undefined once the
 * chat no longer takes part: the battle is over, or the channel isn't proven any longer.
 */
export function chatFinder(ctx: Pick<Context, 'db'>) {
  const findBattle = battleFinder(ctx)
  return async ({ battleId, userId, provider, channel }: StartedChat, at: Date) => {
    const [battle, channels] = await Promise.all([findBattle(battleId), findProvenChannels(ctx.db, [userId])])
    const proven = channels
      .get(userId)
      ?.find((own) => own.provider === provider && own.handle.toLowerCase() === channel)
    return battle && proven && !closedReason(battle, at) ? { battle, channelId: proven.subject } : undefined
  }
}
