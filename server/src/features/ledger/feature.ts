import type { Feature } from '#platform/feature'
import { auditLedger, LEDGER_AUDIT } from './audit-ledger.ts'
import { ledgerPersonal, ledgerRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly transferKinds?: readonly string[]
  }
}

export const ledgerFeature = {
  name: 'ledger',
  transferKinds: ['hold', 'hold_release', 'hold_payout', 'debt', 'debt_payment'],
  audit: { ...LEDGER_AUDIT, run: auditLedger },
  personalData: ledgerPersonal,
  retention: ledgerRetention,
  database: {
    provides: [
      'refuse_ledger_change',
      'ledger_entries',
      'refuse_account_change',
      'refuse_opening_balance',
      'latest_balance',
      'refuse_unexplained_balance',
      'refuse_impossible_transfers',
      'refuse_wrong_side_of_zero',
      'keep_steeze_totals',
      'transfers_with_keys',
    ],
  },
} as const satisfies Feature
