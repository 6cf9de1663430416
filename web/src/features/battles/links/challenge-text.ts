import { formatWhole } from '@aura/api/money'
import { type ChallengeLink, nameOf } from '../shared/battle-view.ts'

export function headlineOf({ status, challenger }: ChallengeLink, viewerId: string | undefined): string {
  const isOwn = challenger.id === viewerId
  switch (status) {
    case 'pending':
      return isOwn ? 'Waiting for somebody to accept' : `${nameOf(challenger)} challenges you`
    case 'accepted':
      return isOwn ? 'Your challenge was accepted' : 'This challenge is taken'
    case 'withdrawn':
      return 'The challenge was withdrawn'
    case 'expired':
      return 'The challenge expired'
  }
}

export function explanationOf(
  { status, stake, startsInMinutes, challenger }: ChallengeLink,
  viewerId: string | undefined,
): string {
  const isOwn = challenger.id === viewerId
  const ap = `${formatWhole(stake)} AP`
  switch (status) {
    case 'pending':
      return isOwn
        ? `Share the link. Your battle starts ${startsInMinutes} minutes after somebody accepts.`
        : `Each of you stakes ${ap}. The crowd decides with gifts, and the winner takes both stakes. The battle starts ${startsInMinutes} minutes after you accept.`
    case 'accepted':
      return 'Its battle is on.'
    default:
      return isOwn ? `Your ${ap} were returned.` : 'It can’t be accepted any more.'
  }
}

export function stakeOf({ status, stake }: ChallengeLink): { text: string; sign: 'in' | 'back' } {
  const isHeld = status === 'pending' || status === 'accepted'
  return isHeld ? { text: `${formatWhole(stake)} AP staked`, sign: 'in' } : { text: 'no stake held', sign: 'back' }
}
