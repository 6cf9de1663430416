import { hash } from 'node:crypto'

/** What of a gift is in the chain. */
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

/** The chain of a battle begins with its id, so that no gift can be moved to another battle. */
export const chainStart = (battleId: string): string => sha256(`aura-battle-gifts/1\n${battleId}`)

/**
 * The hash of a gift: over the one before it and everything that decides. Who holds the last one can tell whether any
 * gift before it was changed, added, left out or moved.
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
