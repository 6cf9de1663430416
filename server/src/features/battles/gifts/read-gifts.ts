import type { Gift } from '@aura/api/calls/battles/gifts'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import { findBattles } from '../store.ts'
import { listGifts } from './gift-store.ts'

/** Returns gifts, newest first. Throws BATTLE_NOT_FOUND. */
export async function readGifts(ctx: Context, battleId: string, before: number | undefined): Promise<Gift[]> {
  const gifts = await listGifts(ctx.db, battleId, before ?? null)
  if (gifts.length === 0 && !(await findBattles(ctx.db, [battleId]))[0]) throw new AppError('BATTLE_NOT_FOUND')
  return gifts.map(({ seq, participantId, amount, giverId, giverUsername, giverImageUrl, at }) => ({
    id: `${battleId}/${seq}`,
    seq,
    participantId,
    amount,
    voterId: giverId,
    voterUsername: giverUsername,
    voterImageUrl: giverImageUrl,
    createdAt: at.toISOString(),
  }))
}
