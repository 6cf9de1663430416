import { formatWhole } from '@aura/api/money'
import { useTimes } from '#lib/time/times'
import { Table } from '#ui/layout/table'
import type { Side } from '../shared/battle-view.ts'
import styles from './receipt.module.css'
import type { ReceiptGift } from './use-receipt.ts'

/** Further gifts are only in the receipt as data. */
const MAX_ROWS = 500

interface GiftTableProps {
  gifts: readonly ReceiptGift[]
  total: number
  sides: readonly [Side, Side]
}

export function GiftTable({ gifts, total, sides }: GiftTableProps) {
  const times = useTimes()
  if (gifts.length === 0) return null
  const nameOf = (id: string) => sides.find(({ person }) => person.id === id)?.name ?? ''
  return (
    <details className={styles.gifts}>
      <summary>All gifts{total > MAX_ROWS && `, the first ${MAX_ROWS} of ${formatWhole(total)}`}</summary>
      <Table
        caption="Gifts in order"
        items={gifts.slice(0, MAX_ROWS)}
        keyOf={({ seq }) => String(seq)}
        columns={[
          { name: 'Giver', cell: ({ giverUsername }) => giverUsername },
          { name: 'Steeze', end: true, cell: ({ amount }) => <span className="num">{formatWhole(amount)}</span> },
          { name: 'To', cell: ({ participantId }) => nameOf(participantId) },
          { name: 'At', end: true, cell: ({ at }) => times.seconds(at) },
        ]}
      />
    </details>
  )
}
