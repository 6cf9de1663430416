import type { Feature } from '#platform/feature'
import { ledgerPersonal } from './tables.ts'

export const ledgerFeature = {
  name: 'ledger',
  database: {
    provides: [
      'refuse_ledger_change',
      'ledger_entries',
      'refuse_account_change',
      'refuse_opening_balance',
      'latest_balance',
      'refuse_unexplained_balance',
      'refuse_transfers_past_holds',
      'refuse_wrong_side_of_zero',
      'keep_steeze_totals',
      'transfers_with_keys',
    ],
  },
  personalData: ledgerPersonal,
} as const satisfies Feature
