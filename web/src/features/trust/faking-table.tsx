import { formatWhole } from '@aura/api/money'
import { TRUST_MEASURED } from '@aura/api/rules/trust'
import { Table } from '#ui/layout/table'

interface Attempt {
  what: string
  cost: string
  gain: string
}

const ATTEMPTS: readonly Attempt[] = [
  {
    what: `Up to ${formatWhole(TRUST_MEASURED.wallets)} wallets of one owner that stand by each other`,
    cost: 'Nothing',
    gain: 'No Trust at all',
  },
  {
    what: 'The same wallets, with a place of one trusted person',
    cost: 'That person’s place',
    gain: `At most ${TRUST_MEASURED.ofQuiet} times what they hold without standing by each other`,
  },
]

export const FakingTable = () => (
  <Table
    caption="What faking Trust costs"
    columns={[
      { name: 'Attempt', cell: ({ what }) => what },
      { name: 'Costs', cell: ({ cost }) => cost },
      { name: 'Brings', cell: ({ gain }) => gain },
    ]}
    items={ATTEMPTS}
    keyOf={({ what }) => what}
    flow
  />
)
