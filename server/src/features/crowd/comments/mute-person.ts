import { recordActions, refuseOwnCase } from '#features/admin-log'
import { personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import { type CommentedBattle, isParticipant, muteRefusal } from './comment.rules.ts'
import { countMuted, deleteMute, insertMute } from './mute-store.ts'

interface MuteInput {
  userId: string
  byId: string
  isAdmin: boolean
  /** Throws unless the session is fresh. Called if only the role of an admin allows the mute. */
  requireFresh: () => void
}

/**
 * Hides all comments of a person on a battle, until undone. Idempotent. Throws USER_NOT_FOUND, MUTE_NOT_ALLOWED,
 * MUTE_PARTICIPANT if a participant mutes the other, ADMIN_OWN_CASE, FRESH_SIGN_IN_REQUIRED, and
 * BATTLE_MUTES_USED_UP beyond `mutedPerBattle`. Mutes by an admin in a battle of others are logged.
 */
export async function mutePerson(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  input: MuteInput,
): Promise<void> {
  await refuse(ctx, battle, input)
  await ctx.db.tx(async (tx) => {
    const isNew = await insertMute(tx, { battleId: battle.id, ...input }, ctx.clock.sqlNow())
    if (!isNew) return
    // Two concurrent mutes may exceed the limit by one, which hides no person from the list.
    if ((await countMuted(tx, battle.id)) > ctx.limits.mutedPerBattle) throw new AppError('BATTLE_MUTES_USED_UP')
    await log(ctx, tx, battle, input, 'mute-comments')
  })
  ctx.live.changed(`comments:${battle.id}`)
}

/** Ends a mute. Those who may mute there may end it. Idempotent; throws the errors of `mutePerson`. */
export async function unmutePerson(
  ctx: Context,
  battle: CommentedBattle & { id: string },
  input: MuteInput,
): Promise<void> {
  await refuse(ctx, battle, input)
  await ctx.db.tx(async (tx) => {
    const wasMuted = await deleteMute(tx, { battleId: battle.id, ...input })
    if (wasMuted) await log(ctx, tx, battle, input, 'unmute-comments')
  })
  ctx.live.changed(`comments:${battle.id}`)
}

async function refuse(ctx: Context, battle: CommentedBattle, input: MuteInput): Promise<void> {
  const refusal = muteRefusal(battle, input)
  if (refusal) throw new AppError(refusal)
  if (isByRole(battle, input)) {
    input.requireFresh()
    await refuseOwnCase(ctx.db, [input.byId], [input.userId])
  }
  if (!(await personExists(ctx.db, input.userId))) throw new AppError('USER_NOT_FOUND')
}

const isByRole = (battle: CommentedBattle, { byId }: MuteInput) => !isParticipant(battle, byId)

async function log(
  ctx: Context,
  tx: Tx,
  battle: CommentedBattle & { id: string },
  input: MuteInput,
  action: 'mute-comments' | 'unmute-comments',
): Promise<void> {
  if (!isByRole(battle, input)) return
  const about = { subjectKind: 'person', subject: input.userId, reason: `In battle ${battle.id}` } as const
  await recordActions(tx, [{ adminId: input.byId, action, ...about }], ctx.clock.sqlNow())
}
