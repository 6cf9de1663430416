/** Streams in battles. This file imports nothing, so any page can use it. */
export const STREAM_RULES = {
  /** Seconds by which a platform's picture may be behind the battle. */
  delaySeconds: 20,
  /** Seconds that a player has to load. */
  waitSeconds: 15,
  /** Minutes after the end of a battle for which its streams stay. */
  afterMinutes: 15,
  /** Days for which a battle's own choice of stream is kept. */
  keptDays: 30,
} as const
