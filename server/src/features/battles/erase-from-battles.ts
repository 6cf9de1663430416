import { deleteNotificationsAbout } from '#features/notifications'
import type { Context } from '#platform/context'
import type { Tx } from '#platform/db/db'
import type { ErasedPerson } from '#platform/feature'
import { deleteAnswersNaming } from '#platform/idempotency/store'
import { eraseWords, findFellowParticipants, findFought } from './deletion-store.ts'

/**
 * Erases a person's words from their battles, and their name from others' notifications and stored responses. All these
 * battles are over, so no retry can restore them. Returns the users whose notifications changed.
 */
export async function eraseFromBattles(_ctx: Context, tx: Tx, { userId }: ErasedPerson): Promise<string[]> {
  await eraseWords(tx, userId)
  await deleteAnswersNaming(tx, userId, {
    of: await findFellowParticipants(tx, userId),
    alsoRunning: 'POST /api/battles%',
  })
  return deleteNotificationsAbout(tx, await findFought(tx, userId))
}
