import type { Answer } from '@aura/api/calls'
import type { Context } from '#platform/context'
import { findCheers } from './cheer-store.ts'

/** Returns the stored cheers, which are up to a second behind the taps. */
export async function readCheers(
  { db }: Context,
  { id, challengerId, opponentId }: { id: string; challengerId: string; opponentId: string },
): Promise<Answer<'GET /api/battles/:id/cheers'>> {
  const rows = await findCheers(db, id)
  const of = (userId: string) => rows.find(({ participantId }) => participantId === userId)?.cheers ?? 0
  return { challenger: of(challengerId), opponent: of(opponentId) }
}
