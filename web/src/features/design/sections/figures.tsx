import { ArrowUpRight, Laptop, Smartphone, Wallet } from 'lucide-react'
import { AuraRing } from '#aura/aura-ring.tsx'
import { StatusBadge } from '#ui/feedback/status-badge'
import { Button } from '#ui/forms/button'
import { Row, Rows } from '#ui/layout/rows'
import { Stat, StatSkeleton, StatStrip } from '#ui/layout/stat-strip'
import { Table } from '#ui/layout/table'
import { Group, Section, State } from '../section.tsx'

export function FigureSection() {
  return (
    <Section id="ledger" title="Stat strip">
      <State name="with notes">
        <StatStrip>
          <Stat name="Streak" value="12" unit="days" note="3 more to Grinder" />
          <Stat name="Earnings" value="1,036.50" unit="USDC" note="earned this month" />
          <Stat name="Battle Steeze" value="1,204,500" unit="Steeze" note="a long one, drawn narrower" />
          <Stat name="Purchased Steeze" value={<StatSkeleton />} unit="Steeze" note="still loading" />
        </StatStrip>
      </State>
      <State name="short">
        <StatStrip short>
          <Stat name="Total Battles" value="248" />
          <Stat name="Live Battles" value="4" />
          <Stat name="Upcoming" value="17" />
          <Stat name="Completed" value="227" />
        </StatStrip>
      </State>
    </Section>
  )
}

const ICON = { size: 20, strokeWidth: 1.75 }

const TRANSACTIONS = [
  { id: '1', kind: 'Bought', amount: '+125', date: '20 Nov 2025', hash: '0x8f2c91d4...77ab01c3', status: 'completed' },
  { id: '2', kind: 'Redeemed', amount: '-100', date: '18 Nov 2025', hash: '0x11aa02ff...0c9d3e71', status: 'pending' },
  { id: '3', kind: 'Bought', amount: '+40', date: '2 Nov 2025', hash: '0x5be0774c...fe12ab90', status: 'failed' },
]

export function ListSection() {
  return (
    <Section id="lists" title="Rows and tables">
      <Group title="Rows">
        <Rows label="Account">
          <Row
            icon={<Wallet {...ICON} />}
            title="Ethereum Wallet"
            note="0x7A3f...9C21"
            action={
              <Button kind="secondary" size={40}>
                Disconnect
              </Button>
            }
          />
          <Row icon={<Laptop {...ICON} />} title="Chrome on macOS" note="This device, Lagos" />
          <Row
            icon={<Smartphone {...ICON} />}
            title="Safari on iPhone"
            note="2 hours ago, Lagos"
            action={
              <Button kind="secondary" size={40}>
                Log out
              </Button>
            }
          />
          <Row
            picture={<AuraRing id="tobi_wav" name="tobi_wav" days={8} size={40} />}
            title="tobi_wav challenged you"
            note="250 AP at stake, 12:00 tomorrow"
            unread
          />
        </Rows>
      </Group>
      <Group title="Table">
        <Table
          caption="Recent transactions"
          items={TRANSACTIONS}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Type', cell: ({ kind }) => <b className="font-strong">{kind}</b> },
            { name: 'Steeze', cell: ({ amount }) => <span className="num text-lg font-bold">{amount}</span> },
            { name: 'Date', cell: ({ date }) => date },
            { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
            { name: 'Transaction', cell: ({ hash }) => <span className="num text-sm font-stretch-62%">{hash}</span> },
            {
              name: 'Explorer',
              end: true,
              cell: ({ hash }) => (
                <a
                  className="action-link font-semibold text-ink"
                  href="#lists"
                  aria-label={`View ${hash} on the explorer`}
                >
                  View
                  <ArrowUpRight size={16} aria-hidden="true" />
                </a>
              ),
            },
          ]}
        />
      </Group>
    </Section>
  )
}
