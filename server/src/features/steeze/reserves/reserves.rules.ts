import { STEEZE_VALUE_MICROS } from '@aura/api/money'

export interface LedgerSteeze {
  purchased: number
  earned: number
  held: number
  inBattles: number
  unclaimed: number
  forfeited: number
  unexplained: number
  debts: number
}

const KINDS: Readonly<Record<string, keyof LedgerSteeze>> = {
  steeze_purchased: 'purchased',
  steeze_earned: 'earned',
  steeze_held: 'held',
  gifts_to_challenger: 'inBattles',
  gifts_to_opponent: 'inBattles',
  steeze_unclaimed: 'unclaimed',
  steeze_forfeited: 'forfeited',
  steeze_unexplained: 'unexplained',
  steeze_debt: 'debts',
}

/** Sums the ledger's Steeze. Throws on an unknown kind, which would otherwise be missing from the sum. */
export function ledgerSteeze(sums: readonly { kind: string; amount: number }[]): LedgerSteeze {
  const all = { purchased: 0, earned: 0, held: 0, inBattles: 0, unclaimed: 0, forfeited: 0, unexplained: 0, debts: 0 }
  for (const { kind, amount } of sums) {
    const name = KINDS[kind]
    if (name === undefined) throw new Error(`Steeze stands in ${kind}, which the reserves do not know`)
    all[name] += amount
  }
  return all
}

const totalOf = (ledger: LedgerSteeze): number => Object.values(ledger).reduce((sum, amount) => sum + amount, 0)

/** Returns the ledger's total, without purchases of later blocks and withdrawals held until final. */
export const expectedOutstanding = (
  ledger: LedgerSteeze,
  { purchasedLater, withdrawnUnsettled }: { purchasedLater: number; withdrawnUnsettled: number },
): number => totalOf(ledger) - purchasedLater - withdrawnUnsettled

export const requiredMicros = (outstanding: number): number => outstanding * STEEZE_VALUE_MICROS
