import { hash } from 'node:crypto'

/** What the hash of a gift covers. */
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

/** Returns the start of a battle's chain, made from its id, so that no gift can be moved to another battle. */
export const chainStart = (battleId: string): string => sha256(`aura-battle-gifts/1\n${battleId}`)

/**
 * Returns the hash of a gift and the hash before it. With the head of the chain, anybody can tell whether a gift was
 * changed, added, left out or moved.
 */
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
