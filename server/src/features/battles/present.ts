import type { Answer } from '@aura/api/calls'
import type { Battle, BattleDetail, BattleParticipant } from '@aura/api/calls/battles/battle'
import { permissions, sideOf } from './battle.rules.ts'
import type { GivenGift } from './gifts/gift-batch.rules.ts'
import type { BattleRow, GifterRow, OwnGift, Person } from './store.ts'

export interface Facts {
  people: ReadonlyMap<string, Person>
  viewerCounts: ReadonlyMap<string, number>
  viewerId: string | undefined
  at: Date
  maxOpen: number
}

export function presentBattle(row: BattleRow, { people, viewerCounts, viewerId, at, maxOpen }: Facts): Battle {
  const [challenger, opponent] = [person(people, row.challengerId), person(people, row.opponentId)]
  const viewer = sideOf(row, viewerId) === 'challenger' ? challenger : opponent
  const readiness = {
    availableAp: viewer.apAvailable,
    ownOpenBattles: viewer.openBattles,
    challengersOpenBattles: challenger.openBattles,
  }
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    decidedBy: row.bestOf === null ? 'gifts' : 'knowledge',
    rounds: presentScore(row),
    challengerId: row.challengerId,
    opponentId: row.opponentId,
    challenger: presentParticipant(challenger),
    opponent: presentParticipant(opponent),
    challengerStake: row.stake,
    opponentStake: row.stake,
    challengerVotes: row.challengerSteeze,
    opponentVotes: row.opponentSteeze,
    totalVotes: row.challengerSteeze + row.opponentSteeze,
    giftCount: row.giftCount,
    winnerId: row.winnerId,
    duration: ((row.plannedEndsAt ?? row.endsAt).getTime() - row.startsAt.getTime()) / 3_600_000,
    battleStartsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    votingEndsAt: row.endsAt.toISOString(),
    softClose: row.softClose,
    extendedAt: row.extendedAt.map((at) => at.toISOString()),
    outage: presentOutage(row),
    createdAt: row.createdAt.toISOString(),
    viewerCount: viewerCounts.get(row.id) ?? 0,
    cancellationRequestedBy: row.cancellationRequestedBy,
    cancelReason: row.voidReason,
    declineReason: sideOf(row, viewerId) ? row.declineReason : null,
    rematchOf: row.rematchOf,
    can: permissions(row, viewerId, { at, readiness, maxOpen }),
    serverTime: at.toISOString(),
  }
}

const presentScore = ({ bestOf, challengerPoints, opponentPoints, absent }: BattleRow): Battle['rounds'] =>
  bestOf && { bestOf, points: { challenger: challengerPoints, opponent: opponentPoints }, absent }

/** Returns the outage that moved the end, or null. */
export function presentOutage(row: BattleRow): Battle['outage'] {
  const { outageFrom: from, outageTo: to, outageEnd, outageMovedTo } = row
  if (!from || !to || !outageEnd || !outageMovedTo) return null
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    endedAt: outageEnd.toISOString(),
    endsAt: outageMovedTo.toISOString(),
  }
}

interface DetailFacts extends Facts {
  gifters: readonly GifterRow[]
  /** Gifts of the viewer in this battle. */
  ownGifts: readonly OwnGift[]
}

export function presentDetail(
  row: BattleRow,
  { gifters, ownGifts, ...facts }: DetailFacts,
): Omit<BattleDetail, 'streams' | 'version'> {
  const own = (participantId: string) => ownGifts.find((gift) => gift.participantId === participantId)?.amount ?? 0
  return {
    ...presentBattle(row, facts),
    topGifters: presentGifters(row, gifters),
    ownGifts: { challenger: own(row.challengerId), opponent: own(row.opponentId) },
  }
}

export function presentGifters(row: BattleRow, gifters: readonly GifterRow[]): BattleDetail['topGifters'] {
  const top = (participantId: string) =>
    gifters
      .filter((gifter) => gifter.participantId === participantId)
      .map(({ userId, username, profileImageUrl, amount, gifts }) => ({
        userId,
        username,
        profileImageUrl,
        amount,
        gifts,
      }))
  return { challenger: top(row.challengerId), opponent: top(row.opponentId) }
}

export const presentParticipant = ({ apAvailable, apHeld, ...shown }: Person): BattleParticipant => ({
  id: shown.id,
  username: shown.username,
  firstName: shown.firstName,
  profileImageUrl: shown.profileImageUrl,
  auraPoints: apAvailable + apHeld,
  currentStreak: shown.currentStreak,
})

function person(people: ReadonlyMap<string, Person>, id: string): Person {
  const found = people.get(id)
  if (!found) throw new Error(`a battle names ${id}, whom nobody knows`)
  return found
}

export const presentGift = (gift: GivenGift): Answer<'POST /api/battles/gift'> => ({
  id: `${gift.battleId}/${gift.seq}`,
  seq: gift.seq,
  participantId: gift.participantId,
  amount: gift.amount,
  voterId: gift.giverId,
  createdAt: gift.at.toISOString(),
  purchased: gift.purchased,
  earned: gift.earned,
})
