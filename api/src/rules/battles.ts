/** Battles, challenges and gifts. This file imports nothing, so any page can use it. */
export const BATTLE_RULES = {
  /** Open challenges a person may have, and battles they may be in. */
  pending: 5,
  open: 3,
  /** Challenges a person may send within 24 hours, in total and to one person, regardless of their outcome. */
  challengesPerDay: 20,
  challengesPerPairDay: 5,
  /** AP that battles of the same two people may move in that time, open ones included. */
  pairAp: { ap: 1_000, days: 7 },
  /** Times that each side may ask to cancel a battle. */
  cancellationRequests: 3,
  aheadDays: 30,
  /** Retention of the steps of a battle. */
  stepDays: 365,
  hours: [3, 4, 5],
  /** Lengths of battles that start soon, from 5 minutes, the latest planned start, and the minutes to an automatic one. */
  sprintHours: [0.08333333333333333, 0.25, 0.5, 1],
  sprintAheadMinutes: 60,
  sprintStartsInMinutes: 5,
  /** Minutes a rematch stays open, and seconds from acceptance to start, of a battle up to an hour and of a longer one. */
  rematchAnswerMinutes: 60,
  rematchStartsInS: { sprint: 30, other: 600 },
  /** Days a challenge link stays open, and minutes from acceptance to start. */
  linkDays: 7,
  linkStartsInMinutes: 10,
  /** A gift in the last `seconds` that takes the lead moves the end to `seconds` after it, at most `times` times. */
  softClose: { seconds: 60, times: 3 },
  /** An outage over `seconds` in a battle's last `lastSeconds` moves its end once, by at most `atMostMinutes`. */
  outage: { seconds: 5, lastSeconds: 60, atMostMinutes: 5 },
  /** People suggested as opponents, and minutes after their last use of Aura that they count as online. */
  suggestedOpponents: 4,
  onlineMinutes: 10,
  /** Steeze that one tap gives, and that taps may gather before they are sent. More goes through the dialog. */
  taps: { steeze: [1, 5, 10], maxUnsent: 20 },
  titleLength: 20,
  descriptionLength: 500,
  defaultDescription: 'A battle of Web3 aura and reputation!',
} as const

export const SPRINT_MINUTES = BATTLE_RULES.sprintHours.map((hours) => Math.round(hours * 60))

/** Returns the seconds from acceptance to the start of a rematch that lasts this many hours. */
export const rematchStartsInS = (hours: number): number =>
  hours <= 1 ? BATTLE_RULES.rematchStartsInS.sprint : BATTLE_RULES.rematchStartsInS.other

/** Returns a time until a start as '30 seconds' or '10 minutes'. */
export const untilText = (seconds: number): string => (seconds < 60 ? `${seconds} seconds` : `${seconds / 60} minutes`)

export const isSprint = (hours: number): boolean => BATTLE_RULES.sprintHours.some((sprint) => sprint === hours)

/** Shown before a challenge with soft close is sent, and before it is accepted. */
export const SOFT_CLOSE_TEXT = `A late lead moves the end to ${BATTLE_RULES.softClose.seconds} s after it, up to three times.`

/** Returns the length of a battle in hours as '15 minutes' or '4 hours'. */
export const lengthText = (hours: number): string =>
  hours <= 1 ? `${Math.round(hours * 60)} minutes` : `${hours} hours`
