import { isStarted } from '@aura/api/battle-statuses'
import { DECLINE_REASONS } from '@aura/api/decline-reasons'
import { formatWhole } from '@aura/api/money'
import { SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { scoresOf } from './battle-score.ts'
import { type Battle, nameOf } from './battle-view.ts'
import { stakeOutcome } from './stake-outcome.ts'

const rejectedNote = (rival: string, { declineReason }: Battle): string =>
  declineReason === null ? `Rejected by ${rival}` : `Rejected by ${rival}: “${DECLINE_REASONS[declineReason]}”`

/** Describes a battle from the viewer's side. Without a note the rival's level is shown. */
export function ownNote(battle: Battle, viewerId: string): { text: string; note?: string } {
  const isChallenger = battle.challengerId === viewerId
  const rival = nameOf(isChallenger ? battle.opponent : battle.challenger)
  if (isStarted(battle.status)) {
    const scores = scoresOf(battle)
    const [mine, theirs] = isChallenger ? [scores.challenger, scores.opponent] : [scores.opponent, scores.challenger]
    return {
      text: `You ${formatWhole(mine)}, ${rival} ${formatWhole(theirs)}`,
      note: battle.rounds ? 'Points' : 'Steeze received',
    }
  }
  switch (battle.status) {
    case 'pending':
      if (isChallenger) return { text: `${rival} has not answered` }
      return {
        text: `${rival} challenged you`,
        note: [stakeOutcome(battle.challengerStake), ...(battle.softClose ? [SOFT_CLOSE_TEXT] : [])].join(' '),
      }
    case 'accepted':
      return { text: isChallenger ? `${rival} accepted` : `You accepted ${rival}` }
    case 'cancellation_requested':
      return { text: battle.cancellationRequestedBy === viewerId ? 'You asked to cancel' : `${rival} asked to cancel` }
    case 'withdrawn':
      return { text: rival, note: isChallenger ? 'Withdrawn by you' : `Withdrawn by ${rival}` }
    case 'rejected':
      return { text: rival, note: isChallenger ? rejectedNote(rival, battle) : 'Rejected by you' }
    case 'expired':
      return { text: rival, note: 'Not accepted before the start' }
    default:
      return {
        text: rival,
        note: battle.cancelReason === null ? 'Cancelled by mutual agreement' : 'Called off by Aura',
      }
  }
}
