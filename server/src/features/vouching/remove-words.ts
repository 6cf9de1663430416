import { forgetReports } from '#features/moderation'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { clearWords, findWords } from './words-store.ts'

/** Removes a writer's words for ever with their reports. Throws VOUCH_WORDS_NOT_FOUND and VOUCH_WORDS_OTHERS. */
export async function removeWords(ctx: Context, { id, userId }: { id: string; userId: string }): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const words = await findWords(tx, id)
    if (!words) throw new AppError('VOUCH_WORDS_NOT_FOUND')
    if (words.writerId !== userId) throw new AppError('VOUCH_WORDS_OTHERS')
    await clearWords(tx, id)
    await forgetReports(tx, [id])
  })
}
