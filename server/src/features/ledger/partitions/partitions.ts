import { partitionsById } from '#platform/partitions/partitions-by-id'

export const transferPartitions = partitionsById({ table: 'ledger_transfers', rows: 'Transfers', prefix: 'ledger' })
