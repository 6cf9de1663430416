import { hash } from 'node:crypto'

export interface ChainedGift {
  seq: number
  at: Date
  giverId: string
  participantId: string
  amount: number
  purchased: number
  earned: number
}

const sha256 = (text: string) => hash('sha256', text)

/** Returns the chain's start, derived from the battle's id so that no gift can be moved to another battle. */
export const chainStart = (battleId: string): string => sha256(`aura-battle-gifts/1\n${battleId}`)

/** Hashes a gift with the hash before it, so that the head reveals any change, addition, omission or move. */
export const chainNext = (previous: string, gift: ChainedGift): string =>
  sha256(
    [
      previous,
      gift.seq,
      gift.at.toISOString(),
      gift.giverId,
      gift.participantId,
      gift.amount,
      gift.purchased,
      gift.earned,
    ].join('\n'),
  )
