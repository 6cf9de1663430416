import type { Feature } from '#platform/feature'
import { auditLedger, LEDGER_AUDIT } from './audit-ledger.ts'
import { transferPartitions } from './partitions/partitions.ts'
import { ledgerPersonal, ledgerRetention } from './tables.ts'

declare module '#platform/feature' {
  interface Feature {
    readonly transferKinds?: readonly string[]
  }
}

export const ledgerFeature = {
  name: 'ledger',
  transferKinds: ['hold', 'hold_release', 'hold_payout', 'debt', 'debt_payment', 'debt_returned'],
  audit: { ...LEDGER_AUDIT, run: auditLedger },
  personalData: ledgerPersonal,
  retention: ledgerRetention,
  partitioned: [transferPartitions],
  beforeRestore: async (tx) => void (await transferPartitions.add(tx, null)),
  database: {
    provides: [
      'refuse_ledger_change',
      'ledger_entries',
      'refuse_account_change',
      'refuse_opening_balance',
      'latest_balance',
      'refuse_unexplained_balance',
      'refuse_wrong_side_of_zero',
      'move_balances',
      'transfers_with_keys',
      'ledger_key_hash',
      'ledger_hold_hash',
      'keep_ledger_keys',
      'ledger_partition_size',
      'refuse_partition_insert',
      'ledger_partitions_end',
      'ledger_partitions_ahead',
      'add_ledger_partitions',
    ],
  },
} as const satisfies Feature
