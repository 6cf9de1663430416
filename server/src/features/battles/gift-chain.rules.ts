import { hash } from 'node:crypto'

const sha256 = (text: string) => hash('sha256', text)

/** The chain of a battle begins with its id, so that no gift can be moved to another battle. */
export const chainStart = (battleId: string): string => sha256(`aura-battle-gifts/1\n${battleId}`)
