export type Side = 'challenger' | 'opponent'

/** The challenger's ring is on the left everywhere. */
const SIDES: Readonly<Record<string, Side>> = { left: 'challenger', right: 'opponent' }
const COMMAND = /^!(left|right)(?!\S)/i
/** Hearts of all colours and kinds, without the broken one, and the one people type. */
const HEART =
  /[\u2661\u2665\u2763\u2764\u{1F493}\u{1F495}-\u{1F49F}\u{1F5A4}\u{1F90D}\u{1F90E}\u{1F9E1}\u{1FA75}-\u{1FA77}]|<3(?!\d)/u

/**
 * Returns the side that a message of a chat cheers for: the one it names by `!left` or `!right` as its first word, or
 * that of the channel's owner if it has a heart. Null for all other messages.
 */
export function cheeredSide(text: string, owner: Side): Side | null {
  const [, named] = COMMAND.exec(text) ?? []
  if (named) return SIDES[named.toLowerCase()] ?? null
  return HEART.test(text) ? owner : null
}
