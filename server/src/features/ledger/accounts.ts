export const USER_ACCOUNTS = {
  ap_available: 'AP',
  ap_held: 'AP',
  steeze_purchased: 'STEEZE',
  steeze_earned: 'STEEZE',
  steeze_held: 'STEEZE',
} as const
export type UserAccountKind = keyof typeof USER_ACCOUNTS

const HELD_ACCOUNTS: readonly string[] = ['ap_held', 'steeze_held'] satisfies UserAccountKind[]
/** Returns whether it is an escrow account: funds enter and leave only through holds. */
export const isHeldAccount = ({ kind }: { kind: string }): boolean => HELD_ACCOUNTS.includes(kind)

export const BATTLE_ACCOUNTS = { gifts_to_challenger: 'STEEZE', gifts_to_opponent: 'STEEZE' } as const
export type BattleAccountKind = keyof typeof BATTLE_ACCOUNTS
export const isBattleAccount = ({ kind }: { kind: string }): boolean => Object.hasOwn(BATTLE_ACCOUNTS, kind)

/** Accounts of debt, which arises when a reverted credit was spent: the only user accounts below zero. */
export const DEBT_ACCOUNTS = { ap_debt: 'AP', steeze_debt: 'STEEZE' } as const
export type DebtAccountKind = keyof typeof DEBT_ACCOUNTS

export const DEBT_KINDS = Object.keys(DEBT_ACCOUNTS) as DebtAccountKind[]
export const isDebtAccount = ({ kind }: { kind: string }): boolean => kind in DEBT_ACCOUNTS

/** Credits to a spendable account first repay this debt. */
const SPENDABLE: Readonly<Record<string, DebtAccountKind>> = {
  ap_available: 'ap_debt',
  steeze_purchased: 'steeze_debt',
  steeze_earned: 'steeze_debt',
}
export const debtKindOf = ({ kind }: { kind: string }): DebtAccountKind | undefined => SPENDABLE[kind]

export const HOUSE_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Sources and sinks of value. `ap_issued` is the source of every Aura Point; `steeze_chain` mirrors the Steeze
 * contract, with sales from it and payouts to it. Purchases by unbound wallets wait in `steeze_unclaimed`, balances of
 * deleted accounts stay in `steeze_forfeited`, and payouts we did not sign are missing in `steeze_unexplained`.
 */
export const HOUSE_ACCOUNTS = {
  ap_issued: 'AP',
  steeze_chain: 'STEEZE',
  steeze_unclaimed: 'STEEZE',
  steeze_forfeited: 'STEEZE',
  steeze_unexplained: 'STEEZE',
} as const
export type HouseAccountKind = keyof typeof HOUSE_ACCOUNTS

export interface AccountRef {
  ownerId: string
  kind: UserAccountKind | DebtAccountKind | BattleAccountKind | HouseAccountKind
}

export const userAccount = (ownerId: string, kind: UserAccountKind): AccountRef => ({ ownerId, kind })
export const battleAccount = (battleId: string, kind: BattleAccountKind): AccountRef => ({ ownerId: battleId, kind })
export const houseAccount = (kind: HouseAccountKind): AccountRef => ({ ownerId: HOUSE_ID, kind })

/** Extended by `server/src/features.ts` with the features' declarations. */
// biome-ignore lint/suspicious/noEmptyInterface: an interface can be added to from elsewhere, a type can't.
export interface Declared {}

/** A kind from a feature's `transferKinds`. Stored, so never renamed. */
export type TransferKind = Declared[keyof Declared]
