/**
 * Product rules shown to people; those of a removable feature are in `rules/<feature>.ts`. The server's limits and every text use these numbers. Those a contract enforces equal
 * the contract's. This file imports nothing, so any page can use it.
 */
export const RULES = {
  /** AP for the first wallet of an account. */
  walletBonusAp: 100,
  lessonsPerDay: 3,
  /** AP by difficulty. */
  lessonAp: { beginner: 40, intermediate: 60, advanced: 90 },
  quizRetrySeconds: 3,
  /** AP of a finished review, once a day. */
  reviewAp: 10,
  reviewQuestions: 5,
  reviewRightAnswers: 4,
  /** Wrong answers of a visitor before the check rests, and how long a pass waits for its owner to join. */
  trialWrongAnswers: 3,
  trialRestMinutes: 60,
  trialKeptHours: 24,
  /** Right answers that pass a lesson's check, and wrong ones after which it rests until the next day. */
  checkRightAnswers: 2,
  checkWrongAnswers: 3,
  timeZoneChangeDays: 7,
  /** Waiting period of a new wallet when the old one did not sign. */
  walletNoticeDays: 7,
  nonceMinutes: 5,
  xFlowMinutes: 10,
  /** Idle limit of a session, and its absolute limit. */
  sessionDays: 30,
  sessionMaxDays: 180,
  /** Absolute limit of an admin's session. */
  adminSessionHours: 12,
  freshSignInMinutes: 15,
  xConfirmationMinutes: 5,
  idempotencyDays: 30,
  /** How long each sign-in keeps the address and the device it came from. */
  addressTraceDays: 90,
  deviceTraceDays: 400,
  /** Open challenges a person may have, and battles they may be in. */
  battlesPending: 5,
  battlesOpen: 3,
  /** Challenges a person may send within 24 hours, in total and to one person, whatever their outcome. */
  challengesPerDay: 20,
  challengesPerPairDay: 5,
  /** AP that battles of the same two people may move in so many days, open ones included. */
  pairAp: { ap: 1_000, days: 7 },
  battleAheadDays: 30,
  /** Days for which the steps of a battle are kept, and points on boards of past weeks and months. */
  battleStepDays: 365,
  pastBoardDays: 70,
  battleHours: [3, 4, 5],
  /** Lengths of battles that start soon, and how soon they must and by themselves do. */
  sprintHours: [0.25, 0.5, 1],
  sprintAheadMinutes: 60,
  sprintStartsInMinutes: 5,
  /** A rematch can be accepted for so long, and starts so long after that. */
  rematchAnswerMinutes: 60,
  rematchStartsInMinutes: 10,
  /** A challenge link can be accepted for so long, and its battle starts so long after that. */
  challengeLinkDays: 7,
  challengeLinkStartsInMinutes: 10,
  /** A gift that takes the lead this late moves the end to as long after it, this often. */
  softClose: { seconds: 60, times: 3 },
  /** An outage longer than this in a battle's last minute moves its end, by at most so much, once. */
  outage: { seconds: 5, lastSeconds: 60, atMostMinutes: 5 },
  battleTitleLength: 20,
  battleDescriptionLength: 500,
  battleDefaultDescription: 'A battle of Web3 aura and reputation!',
  /** Lifetime of a signed redemption, and the daily (UTC) limit. */
  redeemMinutes: 10,
  /** How often an unused signature may be renewed with a later deadline. */
  redeemRenewals: 3,
  redeemDailyUsdc: 1_000,
  /** Rows of each list on a profile, and newest notifications. */
  profileRows: 50,
  notificationsListed: 100,
  coverDays: 90,
} as const

const SPRINT_MINUTES = RULES.sprintHours.map((hours) => hours * 60)

export const isSprint = (hours: number): boolean => RULES.sprintHours.some((sprint) => sprint === hours)

/** Shown before a challenge with soft close is sent, and before it is accepted. */
export const SOFT_CLOSE_TEXT = `A late lead moves the end to ${RULES.softClose.seconds} s after it, up to three times.`

/** Joins alternatives: '3, 4 or 5'. */
export const listed = (values: readonly (number | string)[]): string =>
  values.length < 2 ? String(values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`

export const BATTLE_LENGTHS_TEXT = `A battle lasts ${listed(RULES.battleHours)} hours, or ${listed(SPRINT_MINUTES)} minutes if it starts soon`

export const LINK_LENGTHS_TEXT = `A battle lasts ${listed(RULES.battleHours)} hours, or ${listed(SPRINT_MINUTES)} minutes`

/** '15 minutes' or '4 hours', of a battle's hours. */
export const lengthText = (hours: number): string =>
  hours <= 1 ? `${Math.round(hours * 60)} minutes` : `${hours} hours`
