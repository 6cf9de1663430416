import { type AccountRef, battleAccount, type Transfer, userAccount } from '#features/ledger'
import type { BattleState } from '../battle.rules.ts'
import type { GivenGift } from './gift-batch.rules.ts'
import type { GifterParts } from './gift-store.ts'

type Participants = Pick<BattleState, 'id' | 'challengerId'>

const PARTS = ['purchased', 'earned'] as const
const USER_KINDS = { purchased: 'steeze_purchased', earned: 'steeze_earned' } as const

const sideOf = ({ challengerId }: Participants, participantId: string) =>
  participantId === challengerId ? 'challenger' : 'opponent'

const giftAccount = (battle: Participants, participantId: string): AccountRef =>
  battleAccount(battle.id, `gifts_to_${sideOf(battle, participantId)}`)

export const giftAccounts = (battleIds: readonly string[], giverIds: readonly string[]): AccountRef[] => [
  ...battleIds.flatMap((id) => [battleAccount(id, 'gifts_to_challenger'), battleAccount(id, 'gifts_to_opponent')]),
  ...giverIds.flatMap((giverId) => PARTS.map((part) => userAccount(giverId, USER_KINDS[part]))),
]

export const giftTransfers = (gift: GivenGift, battle: Participants): Transfer[] =>
  PARTS.filter((part) => gift[part] > 0).map((part) => ({
    key: `battle/${gift.battleId}/gift/${gift.seq}/${part}`,
    kind: 'battle_gift',
    reference: gift.battleId,
    from: userAccount(gift.giverId, USER_KINDS[part]),
    to: giftAccount(battle, gift.participantId),
    amount: gift[part],
  }))

/** Refunds all of a giver's gifts to one side, each to the part it came from. */
export const refundTransfers = (
  battle: Participants,
  { participantId, giverId, ...amounts }: GifterParts,
): Transfer[] =>
  PARTS.filter((part) => amounts[part] > 0).map((part) => ({
    key: `battle/${battle.id}/refund/${sideOf(battle, participantId)}/${giverId}/${part}`,
    kind: 'battle_gift_refund',
    reference: battle.id,
    from: giftAccount(battle, participantId),
    to: userAccount(giverId, USER_KINDS[part]),
    amount: amounts[part],
  }))
