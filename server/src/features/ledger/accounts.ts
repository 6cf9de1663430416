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
export const isHeldAccount = ({ kind }: { kind: string }): boolean => HELD_ACCOUNTS.includes(kind)

/** Where the gifts to each side of a battle wait until it is over. Their owner is the battle. */
export const BATTLE_ACCOUNTS = { gifts_to_challenger: 'STEEZE', gifts_to_opponent: 'STEEZE' } as const
export type BattleAccountKind = keyof typeof BATTLE_ACCOUNTS

/**
 * What a person owes because something they were credited with disappeared from the chain after they had spent it. The
 * only accounts of people that stand below zero, and never above. Opened when they are needed.
 */
export const DEBT_ACCOUNTS = { ap_debt: 'AP', steeze_debt: 'STEEZE' } as const
export type DebtAccountKind = keyof typeof DEBT_ACCOUNTS

const DEBT_KINDS: readonly string[] = Object.keys(DEBT_ACCOUNTS)
export const isDebtAccount = ({ kind }: { kind: string }): boolean => DEBT_KINDS.includes(kind)

/** What a person can spend, and what pays their debts first. */
const SPENDABLE: Readonly<Record<string, DebtAccountKind>> = {
  ap_available: 'ap_debt',
  steeze_purchased: 'steeze_debt',
  steeze_earned: 'steeze_debt',
}
/** The debts that come before what stands in this account; undefined where nothing is spent from. */
export const debtKindOf = ({ kind }: { kind: string }): DebtAccountKind | undefined => SPENDABLE[kind]

/** Owner of the house's accounts. */
export const HOUSE_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Where value comes from and goes to. `ap_issued` is the source of every Aura Point; `steeze_chain` is the other side
 * of the Steeze contract: what it sold comes from here, what it paid out goes back. What was bought by a wallet nobody
 * has bound waits in `steeze_unclaimed`, what deleted accounts left stays in `steeze_forfeited`, and what the contract
 * paid out without our signature is missing in `steeze_unexplained`.
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

/** Filled in by `server/src/features.ts` from what the features declare. */
// biome-ignore lint/suspicious/noEmptyInterface: an interface can be added to from elsewhere, a type can't.
export interface Declared {}

/** What a transfer was for: one of the `transferKinds` of a feature. Stored, so it is never renamed. */
export type TransferKind = Declared[keyof Declared]
