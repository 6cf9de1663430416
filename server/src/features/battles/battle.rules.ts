import { ACCEPTED_STATUSES, type BattleStatus, isUpcoming, OPEN_STATUSES } from '@aura/api/battle-statuses'
import type { BattlePermission } from '@aura/api/calls/battles/battle'
import type { DeclineReason } from '@aura/api/decline-reasons'
import type { ErrorCode } from '@aura/api/errors'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { type BestOf, ROUND_RULES, walkoverAp } from '@aura/api/rules/rounds'

/** Statuses of a battle, who may make which transition and when, and the transfers of each. */

export type Side = 'challenger' | 'opponent'
export const SIDES: readonly Side[] = ['challenger', 'opponent']

export interface BattleState {
  id: string
  challengerId: string
  opponentId: string
  status: BattleStatus
  /** Stake of each side in AP. */
  stake: number
  startsAt: Date
  endsAt: Date
  cancellationRequestedBy: string | null
  /** Times that each side asked to cancel. */
  challengerRequests: number
  opponentRequests: number
  challengerSteeze: number
  opponentSteeze: number
  /** Most rounds of a battle decided by knowledge; null if gifts decide. */
  bestOf: BestOf | null
  challengerPoints: number
  opponentPoints: number
  /** Who wasn't ready when the lobby of a battle of rounds closed. */
  absent: Side | 'both' | null
}

export type ParticipantTransition =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'requestCancellation'
  | 'takeBackCancellation'
  | 'approveCancellation'
export type DueTransition = 'expire' | 'start' | 'settle'
export type BattleTransition = 'create' | 'acceptLink' | ParticipantTransition | DueTransition | 'void'

type Stakes = 'stay' | 'hold-challengers' | 'hold-opponents' | 'return' | 'to-winner'
type Gifts = 'stay' | 'to-participants' | 'to-givers'

interface TransitionRule {
  from: readonly BattleStatus[]
  to: BattleStatus
  stakes: Stakes
  gifts: Gifts
}

export const TRANSITIONS: Readonly<Record<BattleTransition, TransitionRule>> = {
  create: { from: [], to: 'pending', stakes: 'hold-challengers', gifts: 'stay' },
  // The challenger's stake has been held since they made the link.
  acceptLink: { from: [], to: 'accepted', stakes: 'hold-opponents', gifts: 'stay' },
  accept: { from: ['pending'], to: 'accepted', stakes: 'hold-opponents', gifts: 'stay' },
  reject: { from: ['pending'], to: 'rejected', stakes: 'return', gifts: 'stay' },
  withdraw: { from: ['pending'], to: 'withdrawn', stakes: 'return', gifts: 'stay' },
  requestCancellation: { from: ['accepted'], to: 'cancellation_requested', stakes: 'stay', gifts: 'stay' },
  takeBackCancellation: { from: ['cancellation_requested'], to: 'accepted', stakes: 'stay', gifts: 'stay' },
  approveCancellation: { from: ['cancellation_requested'], to: 'cancelled', stakes: 'return', gifts: 'stay' },
  expire: { from: ['pending'], to: 'expired', stakes: 'return', gifts: 'stay' },
  // A cancellation request that was not approved in time lapses.
  start: { from: ACCEPTED_STATUSES, to: 'active', stakes: 'stay', gifts: 'stay' },
  settle: { from: ['active'], to: 'completed', stakes: 'to-winner', gifts: 'to-participants' },
  void: {
    from: OPEN_STATUSES,
    to: 'cancelled',
    stakes: 'return',
    gifts: 'to-givers',
  },
}

/** Returns whether rounds of questions decide the battle now. */
export const isPlaying = ({ status, bestOf }: Pick<BattleState, 'status' | 'bestOf'>): boolean =>
  status === 'active' && bestOf !== null

export const lobbyClosesAt = ({ startsAt }: Pick<BattleState, 'startsAt'>): Date =>
  new Date(startsAt.getTime() + ROUND_RULES.lobbySeconds * 1_000)

/** Returns when a battle needs the server next after a transition; null when it is over. Rounds set their own times. */
export const dueAtOf = (battle: BattleState): Date | null =>
  isPlaying(battle) ? lobbyClosesAt(battle) : (nextDue(battle)?.at ?? null)

/** Why a battle of related accounts is called off. Anyone can read it; only the two are told that they are related. */
export const RELATED_REASON = 'This battle didn’t pass our checks.'

/** Returns the next scheduled transition; undefined when the battle is over, or its rounds are being played. */
export function nextDue({
  status,
  startsAt,
  endsAt,
  bestOf,
}: BattleState): { transition: DueTransition; at: Date } | undefined {
  if (status === 'pending') return { transition: 'expire', at: startsAt }
  if (isUpcoming(status)) return { transition: 'start', at: startsAt }
  if (status === 'active' && bestOf === null) return { transition: 'settle', at: endsAt }
  return undefined
}

export interface BattleOutcome {
  status: BattleStatus
  cancellationRequestedBy: string | null
  winnerId: string | null
  voidReason: string | null
  declineReason: DeclineReason | null
}

export function afterTransition<B extends BattleState & BattleOutcome>(
  battle: B,
  {
    transition,
    actorId,
    reason,
    declineReason,
  }: {
    transition: BattleTransition
    actorId: string | null
    reason?: string | undefined
    declineReason?: DeclineReason | undefined
  },
): B {
  const winner = transition === 'settle' ? winnerOf(battle) : undefined
  const asker = transition === 'requestCancellation' ? sideOf(battle, actorId ?? undefined) : undefined
  return {
    ...battle,
    status: TRANSITIONS[transition].to,
    cancellationRequestedBy: transition === 'requestCancellation' ? actorId : null,
    challengerRequests: battle.challengerRequests + (asker === 'challenger' ? 1 : 0),
    opponentRequests: battle.opponentRequests + (asker === 'opponent' ? 1 : 0),
    winnerId: winner ? participantId(battle, winner) : null,
    voidReason: transition === 'void' ? (reason ?? null) : null,
    declineReason: transition === 'reject' ? (declineReason ?? null) : null,
  }
}

/** Returns the oldest due battles that fit one batch with all transitions in order of due time. */
export function batchInOrder<B extends BattleState>(due: readonly B[]): B[] {
  const batch: B[] = []
  let earliestNext = Number.POSITIVE_INFINITY
  for (const battle of due) {
    const first = nextDue(battle)
    if (!first || first.at.getTime() > earliestNext) break
    const second = nextDue({ ...battle, status: TRANSITIONS[first.transition].to })
    earliestNext = Math.min(earliestNext, second?.at.getTime() ?? Number.POSITIVE_INFINITY)
    batch.push(battle)
  }
  return batch
}

export function statusAt(battle: BattleState, at: Date): BattleStatus {
  let { status } = battle
  for (let due = nextDue(battle); due && due.at <= at; due = nextDue({ ...battle, status })) {
    status = TRANSITIONS[due.transition].to
  }
  return status
}

export const reminderRefusal = (battle: BattleState, userId: string): ErrorCode | undefined =>
  sideOf(battle, userId) ? 'BATTLE_REMINDER_OWN' : isUpcoming(battle.status) ? undefined : 'BATTLE_NOT_UPCOMING'

export const rematchRefusal = (battle: BattleState, userId: string): ErrorCode | undefined =>
  !sideOf(battle, userId) ? 'BATTLE_PARTICIPANTS_ONLY' : battle.status === 'completed' ? undefined : 'BATTLE_NO_REMATCH'

export const sideOf = (battle: BattleState, userId: string | undefined): Side | undefined =>
  userId === battle.challengerId ? 'challenger' : userId === battle.opponentId ? 'opponent' : undefined

export const participantId = (battle: BattleState, side: Side): string =>
  side === 'challenger' ? battle.challengerId : battle.opponentId

export function transitionRefusal(
  transition: ParticipantTransition,
  battle: BattleState,
  userId: string,
  at: Date,
): ErrorCode | undefined {
  const status = statusAt(battle, at)
  const isFrom = TRANSITIONS[transition].from.includes(status)
  return (
    roleRefusal(transition, battle, userId) ??
    (isFrom ? ownRefusal(transition, battle, userId) : WRONG_STATUS[transition])
  )
}

const WRONG_STATUS: Readonly<Record<ParticipantTransition, ErrorCode>> = {
  accept: 'BATTLE_NOT_PENDING',
  reject: 'BATTLE_NOT_PENDING',
  withdraw: 'BATTLE_NOT_PENDING',
  requestCancellation: 'BATTLE_NOT_ACCEPTED',
  takeBackCancellation: 'BATTLE_NO_CANCELLATION_REQUEST',
  approveCancellation: 'BATTLE_NO_CANCELLATION_REQUEST',
}

function roleRefusal(transition: ParticipantTransition, battle: BattleState, userId: string): ErrorCode | undefined {
  const side = sideOf(battle, userId)
  if (transition === 'accept' || transition === 'reject')
    return side === 'opponent' ? undefined : 'BATTLE_OPPONENT_ONLY'
  if (transition === 'withdraw') return side === 'challenger' ? undefined : 'BATTLE_CHALLENGER_ONLY'
  return side === undefined ? 'BATTLE_PARTICIPANTS_ONLY' : undefined
}

/**
 * Returns the refusal of a cancellation, which the other participant approves and the requester can withdraw. Each side
 * may ask a few times, since asking and withdrawing could otherwise notify the other without end.
 */
function ownRefusal(transition: ParticipantTransition, battle: BattleState, userId: string): ErrorCode | undefined {
  const isOwn = battle.cancellationRequestedBy === userId
  const asked = sideOf(battle, userId) === 'challenger' ? battle.challengerRequests : battle.opponentRequests
  if (transition === 'requestCancellation' && asked >= BATTLE_RULES.cancellationRequests)
    return 'BATTLE_CANCELLATIONS_USED_UP'
  if (transition === 'approveCancellation' && isOwn) return 'BATTLE_CANCELLATION_OWN'
  if (transition === 'takeBackCancellation' && !isOwn) return 'BATTLE_CANCELLATION_OTHERS'
  return undefined
}

export interface Readiness {
  availableAp: number
  ownOpenBattles: number
  challengersOpenBattles: number
}

export function acceptRefusal(
  { stake }: Pick<BattleState, 'stake'>,
  { availableAp, ownOpenBattles, challengersOpenBattles }: Readiness,
  maxOpen: number,
): ErrorCode | undefined {
  if (availableAp < stake) return 'BATTLE_STAKE_TOO_HIGH'
  if (ownOpenBattles >= maxOpen) return 'BATTLE_TOO_MANY_OPEN'
  if (challengersOpenBattles >= maxOpen) return 'BATTLE_CHALLENGER_TOO_MANY_OPEN'
  return undefined
}

export const hasReceipt = ({ status }: Pick<BattleState, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled'

/** Returns why a gift is refused, or undefined. Ignores the giver's balance. */
export function giftRefusal(
  battle: BattleState,
  { giverId, toId, at }: { giverId: string; toId: string; at: Date },
): ErrorCode | undefined {
  if (sideOf(battle, toId) === undefined) return 'GIFT_TO_OUTSIDER'
  if (sideOf(battle, giverId) !== undefined) return 'GIFT_BY_PARTICIPANT'
  if (battle.status !== 'active') return battle.status === 'completed' ? 'BATTLE_ENDED' : 'BATTLE_NOT_ACTIVE'
  // The clock may have been set back since the start.
  if (at < battle.startsAt) return 'BATTLE_NOT_ACTIVE'
  return at < battle.endsAt ? undefined : 'BATTLE_ENDED'
}

export type BattlePermissions = Record<ParticipantTransition | 'gift' | 'rematch', BattlePermission>

/** Allows the action unless there is a reason against it. */
export const permission = (reason: ErrorCode | undefined): BattlePermission =>
  reason === undefined ? { allowed: true } : { allowed: false, reason }

/** Returns each permission, with the reason if it is denied. Visitors may do nothing. */
export function permissions(
  battle: BattleState,
  viewerId: string | undefined,
  { at, readiness, maxOpen }: { at: Date; readiness: Readiness; maxOpen: number },
): BattlePermissions {
  const of = (transition: ParticipantTransition) =>
    permission(viewerId === undefined ? 'UNAUTHORIZED' : transitionRefusal(transition, battle, viewerId, at))
  const accept = of('accept')
  const gift = () => giftRefusal(battle, { giverId: viewerId ?? '', toId: battle.challengerId, at })
  return {
    accept: accept.allowed ? permission(acceptRefusal(battle, readiness, maxOpen)) : accept,
    reject: of('reject'),
    withdraw: of('withdraw'),
    requestCancellation: of('requestCancellation'),
    takeBackCancellation: of('takeBackCancellation'),
    approveCancellation: of('approveCancellation'),
    gift: permission(viewerId === undefined ? 'GIFT_SIGN_IN_REQUIRED' : gift()),
    rematch: permission(viewerId === undefined ? 'UNAUTHORIZED' : rematchRefusal(battle, viewerId)),
  }
}

/** Returns the side with more Steeze, or of a battle of rounds more points or presence; undefined for a draw. */
export function winnerOf(battle: BattleState): Side | undefined {
  const { bestOf, absent } = battle
  if (absent) return absent === 'both' ? undefined : otherSide(absent)
  const [challenger, opponent] =
    bestOf === null
      ? [battle.challengerSteeze, battle.opponentSteeze]
      : [battle.challengerPoints, battle.opponentPoints]
  if (challenger === opponent) return undefined
  return challenger > opponent ? 'challenger' : 'opponent'
}

export const otherSide = (side: Side): Side => (side === 'challenger' ? 'opponent' : 'challenger')

export interface Purse {
  side: Side
  what: 'free-ap' | 'stake' | 'gifts' | 'earned-steeze'
}

export interface BattleTransfer {
  name: `${'stake' | 'return' | 'win' | 'gifts'}/${Side}`
  from: Purse
  to: Purse
  amount: number
}

/** Returns the transfers of a transition, without refunds of gifts to their givers. */
export function transitionTransfers(transition: BattleTransition, battle: BattleState): BattleTransfer[] {
  const { stakes, gifts } = TRANSITIONS[transition]
  return [...stakeTransfers(stakes, battle), ...(gifts === 'to-participants' ? giftTransfers(battle) : [])]
}

const stakeTransfer = ({ stake }: BattleState, side: Side): BattleTransfer => ({
  name: `stake/${side}`,
  from: { side, what: 'free-ap' },
  to: { side, what: 'stake' },
  amount: stake,
})

function stakeTransfers(stakes: Stakes, battle: BattleState): BattleTransfer[] {
  if (stakes === 'stay') return []
  if (stakes === 'hold-challengers') return [stakeTransfer(battle, 'challenger')]
  if (stakes === 'hold-opponents') return [stakeTransfer(battle, 'opponent')]
  const winner = stakes === 'to-winner' ? winnerOf(battle) : undefined
  return stakedSides(battle).flatMap((side) => {
    const lost = winner === undefined || winner === side ? 0 : battle.absent ? walkoverAp(battle.stake) : battle.stake
    const parts: BattleTransfer[] = [
      {
        name: `win/${winner ?? side}`,
        from: { side, what: 'stake' },
        to: { side: winner ?? side, what: 'free-ap' },
        amount: lost,
      },
      {
        name: `return/${side}`,
        from: { side, what: 'stake' },
        to: { side, what: 'free-ap' },
        amount: battle.stake - lost,
      },
    ]
    return parts.filter(({ amount }) => amount > 0)
  })
}

const stakedSides = ({ status }: BattleState): readonly Side[] => (status === 'pending' ? ['challenger'] : SIDES)

function giftTransfers(battle: BattleState): BattleTransfer[] {
  const received = { challenger: battle.challengerSteeze, opponent: battle.opponentSteeze }
  return SIDES.filter((side) => received[side] > 0).map((side) => ({
    name: `gifts/${side}`,
    from: { side, what: 'gifts' },
    to: { side, what: 'earned-steeze' },
    amount: received[side],
  }))
}
