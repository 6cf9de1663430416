import type { ErrorCode } from '@aura/api/errors'
import { type BattleState, giftRefusal, type Side, sideOf } from './battle.rules.ts'
import { chainNext } from './gift-chain.rules.ts'

/** A gift somebody wants to give. */
export interface WantedGift {
  battleId: string
  giverId: string
  participantId: string
  amount: number
  /** Of the giver's request: the same key is the same gift. */
  key: string
}

/** A gift that counts. */
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

/** What new gifts that count add to a battle. */
export interface BattleTotals extends Record<Side, number> {
  count: number
  /** The hash of the last of them. */
  head: string
}

/** What a batch of gifts comes to. */
export interface GiftPlan {
  /** One a wanted gift, in their order. */
  outcomes: GiftOutcome[]
  /** Those that are new and count, in the order they count. */
  given: GivenGift[]
  /** Those that are refused now, by their position among the wanted. */
  refused: number[]
  /** Of the battles that got any, by their ids. */
  totals: Map<string, BattleTotals>
}

/** A battle as its gifts are decided by. */
export interface BattleFacts {
  battle: BattleState & { giftCount: number; giftHead: string }
  /** Whether the battle's row was taken while it was live; only then may anything count. */
  isTaken: boolean
  /** The database's time, read after the battle's row was taken. */
  at: Date
}

export interface BatchFacts {
  /** Those there are, by their ids. */
  battles: ReadonlyMap<string, BattleFacts>
  /** What each giver has, under lock. */
  purses: ReadonlyMap<string, Purse>
  /** Gifts and refusals that were answered to the same keys before, by `giftId`. */
  known: ReadonlyMap<string, KnownAnswer>
  /** Why those may give nothing who may not. */
  noPart: ReadonlyMap<string, ErrorCode>
  /** Who owes something gives nothing. */
  debtors: ReadonlySet<string>
}

/** What was answered to a key, and for what. */
export interface KnownAnswer {
  wanted: Pick<WantedGift, 'battleId' | 'participantId' | 'amount'>
  outcome: GiftOutcome
}

export const giftId = ({ giverId, key }: Pick<WantedGift, 'giverId' | 'key'>): string => `${giverId}/${key}`

/**
 * Decides a batch one gift after the other, as if each had come alone: several of one giver share what they have, and
 * the same key twice is one gift.
 */
export function planGifts(wanted: readonly WantedGift[], facts: BatchFacts): GiftPlan {
  const known = new Map(facts.known)
  const purses = new Map(facts.purses)
  const plan: GiftPlan = { outcomes: [], given: [], refused: [], totals: new Map() }
  for (const [position, gift] of wanted.entries()) {
    const answered = known.get(giftId(gift))
    const outcome = answered ? repeated(gift, answered) : decide(gift, facts, purses, plan)
    if (!answered) {
      known.set(giftId(gift), { wanted: gift, outcome })
      if ('refused' in outcome) plan.refused.push(position)
    }
    plan.outcomes.push(outcome)
  }
  return plan
}

function repeated(gift: WantedGift, { wanted, outcome }: KnownAnswer): GiftOutcome {
  const isSame =
    wanted.battleId === gift.battleId && wanted.participantId === gift.participantId && wanted.amount === gift.amount
  return isSame ? outcome : { refused: 'IDEMPOTENCY_KEY_REUSED' }
}

function decide(gift: WantedGift, facts: BatchFacts, purses: Map<string, Purse>, plan: GiftPlan): GiftOutcome {
  const { battleId, giverId, participantId, amount } = gift
  const to = facts.battles.get(battleId)
  if (!to) return { refused: 'BATTLE_NOT_FOUND' }
  const { battle, isTaken, at } = to
  const refusal = giftRefusal(battle, { giverId, toId: participantId, at })
  if (refusal) return { refused: refusal }
  // It has started since its row was looked at.
  if (!isTaken) return { refused: 'BATTLE_NOT_ACTIVE' }
  const barred = facts.noPart.get(giverId)
  if (barred) return { refused: barred }
  if (facts.debtors.has(giverId)) return { refused: 'IN_DEBT' }
  const purse = purses.get(giverId) ?? { purchased: 0, earned: 0 }
  const purchased = Math.min(amount, purse.purchased)
  const earned = amount - purchased
  if (earned > purse.earned) return { refused: 'GIFT_STEEZE_TOO_LOW' }
  purses.set(giverId, { purchased: purse.purchased - purchased, earned: purse.earned - earned })
  const totals = plan.totals.get(battleId) ?? { challenger: 0, opponent: 0, count: 0, head: battle.giftHead }
  plan.totals.set(battleId, totals)
  totals.count += 1
  totals[sideOf(battle, participantId) as Side] += amount
  const numbered = { ...gift, seq: battle.giftCount + totals.count, at, purchased, earned }
  totals.head = chainNext(totals.head, numbered)
  const given = { ...numbered, hash: totals.head }
  plan.given.push(given)
  return { given }
}
