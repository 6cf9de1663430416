import { formatWhole } from '@aura/api/money'
import { roundsText } from '@aura/api/rules/rounds'
import { type ChallengeLink, nameOf } from '../shared/battle-view.ts'
import { stakeOutcome } from '../shared/stake-outcome.ts'

/** The server returns this reason in every status of the challenge. */
const isOwn = ({ can }: ChallengeLink): boolean => can.accept.reason === 'CHALLENGE_LINK_OWN'

export function headlineOf(link: ChallengeLink): string {
  switch (link.status) {
    case 'pending':
      return isOwn(link) ? 'Waiting for somebody to accept' : `${nameOf(link.challenger)} challenges you`
    case 'accepted':
      return isOwn(link) ? 'Your challenge was accepted' : 'This challenge is taken'
    case 'withdrawn':
      return 'The challenge was withdrawn'
    case 'expired':
      return 'The challenge expired'
  }
}

export function explanationOf(link: ChallengeLink): string {
  const { status, stake, startsInMinutes } = link
  const ap = `${formatWhole(stake)} AP`
  switch (status) {
    case 'pending':
      return isOwn(link)
        ? `Share the link. Your battle starts ${startsInMinutes} minutes after somebody accepts.`
        : `Each of you stakes ${ap}. ${link.bestOf ? roundsText(link.bestOf) : 'The crowd decides with gifts.'} ${stakeOutcome(stake)} The battle starts ${startsInMinutes} minutes after you accept.`
    case 'accepted':
      return 'The battle has a page of its own.'
    default:
      return isOwn(link) ? `Your ${ap} were returned.` : `Ask ${nameOf(link.challenger)} for a new one.`
  }
}

/** A link admits no one, so visitors outside the closed beta need an invite first. */
export const inviteFirstText = ({ challenger }: ChallengeLink): string =>
  `Aura is in closed beta, and a challenge is no invite. If you aren’t a member yet, ask ${nameOf(challenger)} for an invite. Join with it, then open this challenge again.`

export function stakeOf({ status, stake }: ChallengeLink): { text: string; sign: 'in' | 'back' } {
  const isHeld = status === 'pending' || status === 'accepted'
  return isHeld ? { text: `${formatWhole(stake)} AP staked`, sign: 'in' } : { text: 'no stake held', sign: 'back' }
}
