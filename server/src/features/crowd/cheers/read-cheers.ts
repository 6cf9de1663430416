import type { Answer } from '@aura/api/calls'
import type { Context } from '#platform/context'
import { findChats } from '../chat/chat-store.ts'
import { openProviders } from '../chat/open-providers.ts'
import { findCheers } from './cheer-store.ts'

/** Returns the stored cheers, which are up to a second behind the taps, and the chats that take part. */
export async function readCheers(
  { db, settings }: Context,
  { id, challengerId, opponentId }: { id: string; challengerId: string; opponentId: string },
): Promise<Answer<'GET /api/battles/:id/cheers'>> {
  const open = openProviders(settings)
  const [rows, chats] = await Promise.all([findCheers(db, id), open.length > 0 ? findChats(db, id) : []])
  const of = (userId: string) => rows.find(({ participantId }) => participantId === userId)?.cheers ?? 0
  return {
    challenger: of(challengerId),
    opponent: of(opponentId),
    chats: chats.filter(({ provider }) => open.includes(provider)),
  }
}
