import type { ErrorCode } from '@aura/api/errors'
import { type BattleState, giftRefusal, type Side, sideOf } from '../battle.rules.ts'
import { chainNext } from './gift-chain.rules.ts'
import { type ClosingBattle, extendedEnd } from './soft-close.rules.ts'

export interface WantedGift {
  battleId: string
  giverId: string
  participantId: string
  amount: number
  key: string
}

export interface GivenGift extends WantedGift {
  seq: number
  at: Date
  purchased: number
  earned: number
  hash: string
}

export type GiftOutcome = { given: GivenGift } | { refused: ErrorCode }

export interface Purse {
  purchased: number
  earned: number
}

export interface BattleTotals extends Record<Side, number> {
  count: number
  head: string
  /** Time of all gifts of the batch, which therefore moves the end at most once. */
  at: Date
  /** The new end, if a gift moved it. */
  endsAt: Date | null
}

export interface GiftPlan {
  outcomes: GiftOutcome[]
  given: GivenGift[]
  /** Indexes of new refusals in the batch. */
  refused: number[]
  totals: Map<string, BattleTotals>
}

export interface BattleFacts {
  battle: BattleState & ClosingBattle & { giftCount: number; giftHead: string }
  /** True for every live battle; gifts can only count there. */
  isLocked: boolean
  at: Date
}

export interface BatchFacts {
  battles: ReadonlyMap<string, BattleFacts>
  purses: ReadonlyMap<string, Purse>
  /** Outcomes of keys known before, by `giftId`. */
  known: ReadonlyMap<string, KnownAnswer>
  ineligible: ReadonlyMap<string, ErrorCode>
  debtors: ReadonlySet<string>
  /** Givers whose account is related to a participant's, by battle. */
  related: ReadonlyMap<string, ReadonlySet<string>>
}

export interface KnownAnswer {
  wanted: Pick<WantedGift, 'battleId' | 'participantId' | 'amount' | 'key'>
  outcome: GiftOutcome
}

export const giftId = ({ giverId, key }: Pick<WantedGift, 'giverId' | 'key'>): string => `${giverId}/${key}`

/** Decides in order: gifts of a giver draw on the same balance, and a key is a single gift. */
export function planGifts(wanted: readonly WantedGift[], facts: BatchFacts): GiftPlan {
  const known = new Map(facts.known)
  const purses = new Map(facts.purses)
  const plan: GiftPlan = { outcomes: [], given: [], refused: [], totals: new Map() }
  for (const [position, gift] of wanted.entries()) {
    const id = giftId(gift)
    const answered = known.get(id)
    const outcome = answered ? repeated(gift, answered) : decide(gift, facts, purses, plan)
    if (!answered) {
      known.set(id, { wanted: gift, outcome })
      if ('refused' in outcome) plan.refused.push(position)
    }
    plan.outcomes.push(outcome)
  }
  return plan
}

function repeated(gift: WantedGift, { wanted, outcome }: KnownAnswer): GiftOutcome {
  const isSame =
    wanted.battleId === gift.battleId &&
    wanted.participantId === gift.participantId &&
    wanted.amount === gift.amount &&
    wanted.key === gift.key
  return isSame ? outcome : { refused: 'IDEMPOTENCY_KEY_REUSED' }
}

function decide(gift: WantedGift, facts: BatchFacts, purses: Map<string, Purse>, plan: GiftPlan): GiftOutcome {
  const { battleId, giverId, participantId, amount } = gift
  const to = facts.battles.get(battleId)
  if (!to) return { refused: 'BATTLE_NOT_FOUND' }
  const { battle, at } = to
  const refusal = giftRefusal(battle, { giverId, toId: participantId, at })
  if (refusal) return { refused: refusal }
  const reason = facts.ineligible.get(giverId)
  if (reason) return { refused: reason }
  if (facts.related.get(battleId)?.has(giverId)) return { refused: 'GIFT_BY_RELATED' }
  if (facts.debtors.has(giverId)) return { refused: 'IN_DEBT' }
  const purse = purses.get(giverId) ?? { purchased: 0, earned: 0 }
  const purchased = Math.min(amount, purse.purchased)
  const earned = amount - purchased
  if (earned > purse.earned) return { refused: 'GIFT_STEEZE_TOO_LOW' }
  purses.set(giverId, { purchased: purse.purchased - purchased, earned: purse.earned - earned })
  const totals: BattleTotals = plan.totals.get(battleId) ?? {
    challenger: 0,
    opponent: 0,
    count: 0,
    head: battle.giftHead,
    at,
    endsAt: null,
  }
  plan.totals.set(battleId, totals)
  const before = scoreOf(battle, totals)
  totals.count += 1
  totals[sideOf(battle, participantId) as Side] += amount
  const closing = { ...battle, endsAt: totals.endsAt ?? battle.endsAt }
  const endsAt = extendedEnd(closing, { at, before, after: scoreOf(battle, totals) })
  if (endsAt) totals.endsAt = endsAt
  const numbered = { ...gift, seq: battle.giftCount + totals.count, at, purchased, earned }
  totals.head = chainNext(totals.head, numbered)
  const given = { ...numbered, hash: totals.head }
  plan.given.push(given)
  return { given }
}

const scoreOf = (battle: BattleState, given: BattleTotals) => ({
  challenger: battle.challengerSteeze + given.challenger,
  opponent: battle.opponentSteeze + given.opponent,
})
