import { formatWhole } from '@aura/api/money'
import { TRUST_MEASURED } from '@aura/api/rules/trust'
import { Table } from '#ui/layout/table'

interface Attempt {
  what: string
  cost: string
  gain: string
}

const { wallets, ofQuiet, bribeUsdc, boughtFirstDay, bought, boughtOfSeed, accountsPerUsdc, maxAccountsPerUsdc } =
  TRUST_MEASURED

const percent = (share: number) => `${Number((100 * share).toFixed(1))}%`

const ATTEMPTS: readonly Attempt[] = [
  {
    what: `Up to ${formatWhole(wallets)} wallets of one owner that stand by and pay each other`,
    cost: 'Network fees',
    gain: 'No Trust',
  },
  {
    what: 'The same wallets, once people with Trust stand by some of them',
    cost: 'Their places',
    gain: `At most ${ofQuiet} times what they have without standing by each other`,
  },
  {
    what: 'A place bought from someone with Trust, with a vouch that comes back unseen',
    cost: `A bribe, say ${bribeUsdc} USDC`,
    gain: `${percent(boughtFirstDay)} of the median person’s Trust on the first day, up to ${percent(bought)} later`,
  },
  {
    what: 'The same from a seed',
    cost: 'A bribe',
    gain: `${boughtOfSeed} times the median. So seeds have to be people who don’t sell`,
  },
  {
    what: 'Many accounts with a single point, passed on from one bought place',
    cost: '1 USDC',
    gain: `${accountsPerUsdc} accounts, ${maxAccountsPerUsdc} with the best seller`,
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
