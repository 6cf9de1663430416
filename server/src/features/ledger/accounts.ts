/** What a person has, and where it may be. The part that is held is still theirs, but not theirs to spend. */
export const USER_ACCOUNTS = {
  ap_available: 'AP',
  ap_held: 'AP',
  steeze_purchased: 'STEEZE',
  steeze_earned: 'STEEZE',
  steeze_held: 'STEEZE',
} as const
export type UserAccountKind = keyof typeof USER_ACCOUNTS

const HELD_ACCOUNTS: readonly string[] = ['ap_held', 'steeze_held'] satisfies UserAccountKind[]
/** Is what stands there set aside? Then it gets in and out by holds alone. */
export const isHeldAccount = ({ kind }: AccountRef): boolean => HELD_ACCOUNTS.includes(kind)

/** Owner of the house's accounts. */
export const HOUSE_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Where value comes from and goes to. `ap_issued` is the source of every Aura Point; `steeze_chain` is the other side
 * of the Steeze contract: what it sold comes from here, what it paid out goes back.
 */
export const HOUSE_ACCOUNTS = { ap_issued: 'AP', steeze_chain: 'STEEZE' } as const
export type HouseAccountKind = keyof typeof HOUSE_ACCOUNTS

export interface AccountRef {
  ownerId: string
  kind: UserAccountKind | HouseAccountKind
}

export const userAccount = (ownerId: string, kind: UserAccountKind): AccountRef => ({ ownerId, kind })
export const houseAccount = (kind: HouseAccountKind): AccountRef => ({ ownerId: HOUSE_ID, kind })

/** What a movement was for. */
export type TransferKind =
  | 'lesson_claim'
  | 'wallet_bonus'
  | 'hold'
  | 'hold_release'
  | 'hold_payout'
  | 'steeze_purchase'
  | 'steeze_redemption'
