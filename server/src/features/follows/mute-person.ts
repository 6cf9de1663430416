import type { People } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import { lockPerson, personExists } from '#features/profile'
import { AppError } from '#platform/app-error'
import { databaseTime } from '#platform/clock'
import type { Context } from '#platform/context'
import { countOtherMutes, findMuted, insertMute, type Mute } from './mute-store.ts'
import { pageOf } from './other-person.ts'

/** Mutes a person. Idempotent. Throws USER_NOT_FOUND, MUTE_ONESELF, and MUTES_USED_UP beyond `FOLLOW_RULES.muted`. */
export async function mutePerson(ctx: Context, mute: Mute): Promise<void> {
  if (mute.muterId === mute.mutedId) throw new AppError('MUTE_ONESELF')
  await ctx.db.tx(async (tx) => {
    if ((await lockPerson(tx, mute.muterId)) === undefined) throw new AppError('UNAUTHORIZED')
    if (!(await personExists(tx, mute.mutedId))) throw new AppError('USER_NOT_FOUND')
    if ((await countOtherMutes(tx, mute)) >= FOLLOW_RULES.muted) throw new AppError('MUTES_USED_UP')
    await insertMute(tx, mute, ctx.clock.sqlNow())
  })
}

export async function listMuted(ctx: Context, userId: string, before: string | undefined): Promise<People> {
  const at = await databaseTime(ctx.db, ctx.clock)
  const page = { userId, before: before === undefined ? null : Number(before), limit: FOLLOW_RULES.page + 1 }
  return pageOf(await findMuted(ctx.db, page, at))
}
