/**
 * The numbers of the product that people are told, too: the server's limits are made of them, and so is every text that
 * names one. What a contract enforces is here as it has it. This file imports nothing, so any page can use it.
 */
export const RULES = {
  /** AP for the first wallet of an account. */
  walletBonusAp: 100,
  lessonsPerDay: 3,
  /** AP a lesson pays, by difficulty. */
  lessonAp: { beginner: 40, intermediate: 60, advanced: 90 },
  quizRetrySeconds: 3,
  timeZoneChangeDays: 7,
  /** How long a wallet waits that the one it replaces did not sign for. */
  walletNoticeDays: 7,
  /** How long a message to sign is good. */
  nonceMinutes: 5,
  /** How long a trip to X may take. */
  xFlowMinutes: 10,
  /** A session ends so long after it was last used, and so long after its sign-in however it is used. */
  sessionDays: 30,
  sessionMaxDays: 180,
  /** An admin's session ends so long after its sign-in. */
  adminSessionHours: 12,
  /** A sign-in counts as fresh for so long. */
  freshSignInMinutes: 15,
  /** How long a confirmation by X is good for what it was asked for. */
  xConfirmationMinutes: 5,
  /** Answers to a repeated request are kept so long. */
  idempotencyDays: 30,
  /** Challenges somebody may have waiting, and battles they may be in. */
  battlesPending: 5,
  battlesOpen: 3,
  /** Challenges somebody may send within 24 hours, whatever became of them, and to one person. */
  challengesPerDay: 20,
  challengesPerPairDay: 5,
  battleAheadDays: 30,
  battleHours: [3, 4, 5],
  battleTitleLength: 20,
  battleDescriptionLength: 500,
  /** Stands in for a blank description. */
  battleDefaultDescription: 'A battle of Web3 aura and reputation!',
  /** AP for a vouched USDC, before the multiplier. */
  apPerUsdc: 10,
  /** Whole USDC of one vouch, at least, and of all vouches of one person for another. */
  vouchMinUsdc: 1,
  vouchMaxUsdc: 100,
  /** AP one person can earn from vouches in a UTC day. */
  vouchDailyAp: 2_000,
  /** How long a signed redemption can be used, and what may be signed for a UTC day. */
  redeemMinutes: 10,
  /** How often an unused signature is replaced by one with a later deadline. */
  redeemRenewals: 3,
  redeemDailyUsdc: 1_000,
  /** A profile lists so many battles and vouches, the bell so many notifications: the newest ones. */
  profileRows: 50,
  notificationsListed: 100,
  /** Days of which the cover of Steeze is shown. */
  coverDays: 90,
} as const

/** Alternatives as a sentence has them: '3, 4 or 5'. */
export const listed = (values: readonly (number | string)[]): string =>
  values.length < 2 ? String(values[0] ?? '') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
