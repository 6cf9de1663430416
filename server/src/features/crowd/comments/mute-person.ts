import { personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { type CommentedBattle, muteRefusal } from './comment.rules.ts'
import { deleteMute, insertMute } from './mute-store.ts'

interface MuteInput {
  userId: string
  byId: string
  isAdmin: boolean
}

/**
 * Hides all comments of a person on a battle, until undone. Idempotent. Throws USER_NOT_FOUND, MUTE_NOT_ALLOWED, and
 * MUTE_PARTICIPANT to a participant who mutes the other.
 */
export async function mutePerson(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  input: MuteInput,
): Promise<void> {
  await refuse(ctx, battle, input)
  await insertMute(ctx.db, { battleId: battle.id, ...input }, ctx.clock.sqlNow())
  ctx.live.changed(`comments:${battle.id}`)
}

/** By whoever may mute there. Idempotent; throws as `mutePerson`. */
export async function unmutePerson(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  input: MuteInput,
): Promise<void> {
  await refuse(ctx, battle, input)
  await deleteMute(ctx.db, { battleId: battle.id, ...input })
  ctx.live.changed(`comments:${battle.id}`)
}

async function refuse(ctx: Context, battle: CommentedBattle, input: MuteInput): Promise<void> {
  const refusal = muteRefusal(battle, input)
  if (refusal) throw new AppError(refusal)
  if (!(await personExists(ctx.db, input.userId))) throw new AppError('USER_NOT_FOUND')
}
