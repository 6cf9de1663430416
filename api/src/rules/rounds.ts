/** Battles decided by knowledge. This file imports nothing, so any page can use it. */
export const ROUND_RULES = {
  /** Most rounds of a battle, without sudden death. */
  bestOf: [3, 5, 7],
  defaultBestOf: 5,
  /** Seconds from the start until whoever isn't ready has lost by walkover. */
  lobbySeconds: 60,
  /** Minutes before the start from which both can be ready, and so start at once. */
  readyMinutesBefore: 5,
  /** Seconds from the announcement of the first question to its opening. */
  countdownSeconds: 3,
  answerSeconds: 20,
  /** Seconds in which an answer is explained; the next question opens then. */
  explainSeconds: 6,
  /** Right answers nearer to each other than this share a round. */
  shareMs: 250,
  /** Most of a round trip that is taken off the time of an answer. */
  maxRoundTripMs: 800,
  /** Rounds after a tie, of which the first decided one decides the battle. */
  suddenDeath: 3,
  /** Questions that either person saw within this time are not asked. */
  freshDays: 7,
  /** Rounds of one battle that an outage may interrupt before it is called off. */
  interruptions: 3,
  /** Retention of viewers' answers. */
  answerDays: 30,
  /** Practices that one person may start within an hour. */
  practicesPerHour: 12,
  /** Retention of practices, and so of the own answers that one practises against. */
  practiceDays: 30,
  /** Characters of a question with its options, and options: what can be read with time left to think. */
  characters: 350,
  options: 5,
} as const

export type BestOf = (typeof ROUND_RULES.bestOf)[number]

/** AP that whoever doesn't come to a battle of rounds loses to who does: half the stake, rounded up. */
export const walkoverAp = (stake: number): number => Math.ceil(stake / 2)

/** Returns the longest that a battle of rounds lasts after its start, in seconds, unless an outage interrupts it. */
export const longestRoundsS = (bestOf: number): number =>
  ROUND_RULES.lobbySeconds +
  ROUND_RULES.countdownSeconds +
  (bestOf + ROUND_RULES.suddenDeath) * (ROUND_RULES.answerSeconds + ROUND_RULES.explainSeconds)

/** Shown before a challenge to rounds is sent, and before it is accepted. */
export const roundsText = (bestOf: BestOf): string => `Decided by knowledge: best of ${bestOf} questions.`
