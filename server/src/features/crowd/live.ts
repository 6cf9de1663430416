import { battleFinder } from '#features/battles'
import type { Context } from '#platform/context'
import { liveAnswer, liveMarker } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { readCheers } from './cheers/read-cheers.ts'
import { mutedVersion } from './comments/mute-store.ts'
import { readComments } from './comments/read-comments.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The lane is a separate topic, so that a busy battle's scores don't carry it and a folded lane costs nothing. Fifty
 * comments are about 12 KB, sent at most once a second.
 */
export function commentsLive(ctx: Context): LiveSource {
  const findBattle = battleFinder(ctx)
  return {
    kind: 'comments',
    access: 'everyone',
    fastestMs: 1_000,
    async read(id) {
      if (!UUID.test(id) || !(await findBattle(id))) return null
      const input = { params: { id } }
      return [
        liveAnswer('GET /api/battles/:id/comments', input, await readComments(ctx, id)),
        // Mutes and the right to write differ by viewer.
        liveMarker('GET /api/battles/:id/comments/own', input, await mutedVersion(ctx.db, id)),
      ]
    },
  }
}

/** Cheers, which are small and separate from the scores, which are sent more often. */
export function cheersLive(ctx: Context): LiveSource {
  const findBattle = battleFinder(ctx)
  return {
    kind: 'cheers',
    access: 'everyone',
    fastestMs: 1_000,
    async read(id) {
      const battle = UUID.test(id) ? await findBattle(id) : undefined
      return battle
        ? [liveAnswer('GET /api/battles/:id/cheers', { params: { id } }, await readCheers(ctx, battle))]
        : null
    },
  }
}
