/** Sign-in, sessions and wallets. This file imports nothing, so any page can use it. */
export const AUTH_RULES = {
  /** AP for the first wallet of an account. */
  walletBonusAp: 100,
  /** Waiting period of a new wallet if the old one did not sign. */
  walletNoticeDays: 7,
  nonceMinutes: 5,
  providerFlowMinutes: 10,
  /** Idle limit of a session, and its absolute limit. */
  sessionDays: 30,
  sessionMaxDays: 180,
  /** Absolute limit of an admin's session. */
  adminSessionHours: 12,
  freshSignInMinutes: 15,
  providerConfirmationMinutes: 5,
} as const

export const PASSKEY_RULES = {
  /** Passkeys of one account. */
  perAccount: 20,
  /** Characters of a passkey's name. */
  maxName: 40,
  challengeMinutes: 5,
} as const
