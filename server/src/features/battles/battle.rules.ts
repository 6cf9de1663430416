import type { BattlePermission, BattleStatus } from '@aura/api/calls/battles'
import type { ErrorCode } from '@aura/api/errors'

/**
 * The life of a battle: every status, who takes which step when, and what each step moves. Commands, answers and the
 * loop that lets things fall due all read it here.
 */

export type Side = 'challenger' | 'opponent'
export const SIDES: readonly Side[] = ['challenger', 'opponent']

/** What the rules need to know of a battle. */
export interface BattleState {
  id: string
  challengerId: string
  opponentId: string
  status: BattleStatus
  /** AP each side stakes. */
  stake: number
  startsAt: Date
  endsAt: Date
  cancellationRequestedBy: string | null
  /** Steeze gifted to each side. */
  challengerSteeze: number
  opponentSteeze: number
}

/** Steps of people, of the server when their moment comes, and of an admin. */
export type ParticipantTransition =
  | 'accept'
  | 'reject'
  | 'withdraw'
  | 'requestCancellation'
  | 'takeBackCancellation'
  | 'approveCancellation'
export type DueTransition = 'expire' | 'start' | 'settle'
export type BattleTransition = ParticipantTransition | DueTransition | 'void'

/** What a step does to the stakes and to the gifts. */
type Stakes = 'stay' | 'hold-opponents' | 'return' | 'to-winner'
type Gifts = 'stay' | 'to-participants' | 'to-givers'

interface TransitionRule {
  from: readonly BattleStatus[]
  to: BattleStatus
  stakes: Stakes
  gifts: Gifts
}

/** A challenge that was created is pending, and its challenger's stake is held. */
export const TRANSITIONS: Readonly<Record<BattleTransition, TransitionRule>> = {
  accept: { from: ['pending'], to: 'accepted', stakes: 'hold-opponents', gifts: 'stay' },
  reject: { from: ['pending'], to: 'rejected', stakes: 'return', gifts: 'stay' },
  withdraw: { from: ['pending'], to: 'withdrawn', stakes: 'return', gifts: 'stay' },
  requestCancellation: { from: ['accepted'], to: 'cancellation_requested', stakes: 'stay', gifts: 'stay' },
  takeBackCancellation: { from: ['cancellation_requested'], to: 'accepted', stakes: 'stay', gifts: 'stay' },
  approveCancellation: { from: ['cancellation_requested'], to: 'cancelled', stakes: 'return', gifts: 'stay' },
  expire: { from: ['pending'], to: 'expired', stakes: 'return', gifts: 'stay' },
  // A request that nobody approved in time lapses: the battle starts all the same.
  start: { from: ['accepted', 'cancellation_requested'], to: 'active', stakes: 'stay', gifts: 'stay' },
  settle: { from: ['active'], to: 'completed', stakes: 'to-winner', gifts: 'to-participants' },
  void: {
    from: ['accepted', 'cancellation_requested', 'active'],
    to: 'cancelled',
    stakes: 'return',
    gifts: 'to-givers',
  },
}

/** The step that is due next, and when; undefined when a battle is over. */
export function nextDue({ status, startsAt, endsAt }: BattleState): { step: DueTransition; at: Date } | undefined {
  if (status === 'pending') return { step: 'expire', at: startsAt }
  if (status === 'accepted' || status === 'cancellation_requested') return { step: 'start', at: startsAt }
  if (status === 'active') return { step: 'settle', at: endsAt }
  return undefined
}

/**
 * Of battles that are due, the oldest moment first, those to take on together: none whose moment comes after the next
 * one of a battle before it, so that what happens meanwhile happens in order.
 */
export function inOrder<B extends BattleState>(due: readonly B[]): B[] {
  const taken: B[] = []
  let earliestNext = Number.POSITIVE_INFINITY
  for (const battle of due) {
    const moment = nextDue(battle)
    if (!moment || moment.at.getTime() > earliestNext) break
    const next = nextDue({ ...battle, status: TRANSITIONS[moment.step].to })
    earliestNext = Math.min(earliestNext, next?.at.getTime() ?? Number.POSITIVE_INFINITY)
    taken.push(battle)
  }
  return taken
}

/** The status by the clock, which decides: the server may not have got round to writing it down yet. */
export function statusAt(battle: BattleState, at: Date): BattleStatus {
  let { status } = battle
  for (let due = nextDue(battle); due && due.at <= at; due = nextDue({ ...battle, status })) {
    status = TRANSITIONS[due.step].to
  }
  return status
}

/** Whether a battle with this status is still to start. */
export const isUpcoming = (status: BattleStatus): boolean =>
  status === 'pending' || status === 'accepted' || status === 'cancellation_requested'

/** Why somebody can't have themselves told of a battle's start; undefined when they can. */
export const reminderRefusal = (battle: BattleState, userId: string): ErrorCode | undefined =>
  sideOf(battle, userId) ? 'BATTLE_REMINDER_OWN' : isUpcoming(battle.status) ? undefined : 'BATTLE_NOT_UPCOMING'

export const sideOf = (battle: BattleState, userId: string | undefined): Side | undefined =>
  userId === battle.challengerId ? 'challenger' : userId === battle.opponentId ? 'opponent' : undefined

export const participantId = (battle: BattleState, side: Side): string =>
  side === 'challenger' ? battle.challengerId : battle.opponentId

/** Why `userId` may not take this step now, by their part in the battle and its status; undefined when they may. */
export function stepRefusal(
  step: ParticipantTransition,
  battle: BattleState,
  userId: string,
  at: Date,
): ErrorCode | undefined {
  const status = statusAt(battle, at)
  const isFrom = TRANSITIONS[step].from.includes(status)
  return roleRefusal(step, battle, userId) ?? (isFrom ? ownRefusal(step, battle, userId) : WRONG_STATUS[step])
}

const WRONG_STATUS: Readonly<Record<ParticipantTransition, ErrorCode>> = {
  accept: 'BATTLE_NOT_PENDING',
  reject: 'BATTLE_NOT_PENDING',
  withdraw: 'BATTLE_NOT_PENDING',
  requestCancellation: 'BATTLE_NOT_ACCEPTED',
  takeBackCancellation: 'BATTLE_NO_CANCELLATION_REQUEST',
  approveCancellation: 'BATTLE_NO_CANCELLATION_REQUEST',
}

function roleRefusal(step: ParticipantTransition, battle: BattleState, userId: string): ErrorCode | undefined {
  const side = sideOf(battle, userId)
  if (step === 'accept' || step === 'reject') return side === 'opponent' ? undefined : 'BATTLE_OPPONENT_ONLY'
  if (step === 'withdraw') return side === 'challenger' ? undefined : 'BATTLE_CHALLENGER_ONLY'
  return side === undefined ? 'BATTLE_PARTICIPANTS_ONLY' : undefined
}

/** A request for cancellation is approved by the other one, and taken back by whoever made it. */
function ownRefusal(step: ParticipantTransition, battle: BattleState, userId: string): ErrorCode | undefined {
  const isOwn = battle.cancellationRequestedBy === userId
  if (step === 'approveCancellation' && isOwn) return 'BATTLE_CANCELLATION_OWN'
  if (step === 'takeBackCancellation' && !isOwn) return 'BATTLE_CANCELLATION_OTHERS'
  return undefined
}

/** What somebody has who accepts, as the rules of accepting see it. */
export interface Readiness {
  availableAp: number
  /** Accepted and active battles of each side. */
  ownOpenBattles: number
  challengersOpenBattles: number
}

/** Why this opponent can't accept although it is theirs to accept. */
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

/** Why this battle takes no gift of `giverId` for `toId` at this moment, whatever they have; undefined when it does. */
export function giftRefusal(
  battle: BattleState,
  { giverId, toId, at }: { giverId: string; toId: string; at: Date },
): ErrorCode | undefined {
  if (sideOf(battle, toId) === undefined) return 'GIFT_TO_OUTSIDER'
  if (sideOf(battle, giverId) !== undefined) return 'GIFT_BY_PARTICIPANT'
  if (battle.status !== 'active') return battle.status === 'completed' ? 'BATTLE_ENDED' : 'BATTLE_NOT_ACTIVE'
  return at < battle.endsAt ? undefined : 'BATTLE_ENDED'
}

export type BattlePermissions = Record<ParticipantTransition | 'gift', BattlePermission>

const permission = (reason: ErrorCode | undefined): BattlePermission =>
  reason === undefined ? { allowed: true } : { allowed: false, reason }

/** Everything a viewer may do with a battle now, with the reason where not. Visitors may do nothing. */
export function permissions(
  battle: BattleState,
  viewerId: string | undefined,
  { at, readiness, maxOpen }: { at: Date; readiness: Readiness; maxOpen: number },
): BattlePermissions {
  const of = (step: ParticipantTransition) =>
    permission(viewerId === undefined ? 'UNAUTHORIZED' : stepRefusal(step, battle, viewerId, at))
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
  }
}

/** Who received more Steeze; undefined is a draw. */
export function winnerOf({ challengerSteeze, opponentSteeze }: BattleState): Side | undefined {
  if (challengerSteeze === opponentSteeze) return undefined
  return challengerSteeze > opponentSteeze ? 'challenger' : 'opponent'
}

/** Where value is in a battle: a participant's own, their stake, or the gifts that wait for them. */
export interface Purse {
  side: Side
  what: 'free-ap' | 'stake' | 'gifts' | 'earned-steeze'
}

/** Value a step moves between the places of a battle. */
export interface BattleTransfer {
  /** Says what it is; unique within a battle. */
  name: `${'stake' | 'return' | 'win' | 'gifts'}/${Side}`
  from: Purse
  to: Purse
  amount: number
}

/** What a created challenge sets aside. */
export const createTransfers = (battle: BattleState): BattleTransfer[] => [stakeTransfer(battle, 'challenger')]

/**
 * What a step moves between the participants' places. Gifts that go back to their givers are not among it: there may
 * be thousands.
 */
export function transitionTransfers(step: BattleTransition, battle: BattleState): BattleTransfer[] {
  const { stakes, gifts } = TRANSITIONS[step]
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
  if (stakes === 'hold-opponents') return [stakeTransfer(battle, 'opponent')]
  const winner = stakes === 'to-winner' ? winnerOf(battle) : undefined
  return stakedSides(battle).map((side) => {
    const isWon = winner !== undefined && winner !== side
    return {
      name: isWon ? `win/${winner}` : `return/${side}`,
      from: { side, what: 'stake' },
      to: { side: isWon ? winner : side, what: 'free-ap' },
      amount: battle.stake,
    }
  })
}

/** Whose stakes are held: while pending, the opponent has staked nothing. */
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
