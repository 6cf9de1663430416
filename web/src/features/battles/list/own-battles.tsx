import { BATTLE_STATUSES } from '@aura/api/battle-statuses'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#lib/error-text'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Select } from '#ui/forms/select'
import { OpenLinks } from '../links/open-links.tsx'
import { linksRead, type OwnStatus, ownPages } from '../shared/battle-reads.ts'
import { BattleRows, EmptyList } from './battle-list.tsx'
import styles from './battles-screen.module.css'
import { RowSkeletons } from './row-skeletons.tsx'
import { useCounts, useList } from './use-list.ts'

const SKELETONS = 3
const STATUSES = BATTLE_STATUSES.filter((status) => status !== 'cancellation_requested')
type Filter = OwnStatus | 'all'
const FILTERS: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: 'All Statuses' },
  ...STATUSES.map((status) => ({ value: status, label: status })),
]

export default function OwnBattles({ onlyLive, onCreate }: { onlyLive: boolean; onCreate: () => void }) {
  const [chosen, setChosen] = useState<Filter>('all')
  const filter = onlyLive ? 'active' : chosen
  const own = useList(ownPages(filter === 'all' ? undefined : filter))
  const mine = useCounts().data?.mine
  const { data: links = [] } = useQuery(linksRead)
  return (
    <>
      <OpenLinks />
      <div className={styles.filter}>
        <Select
          className={styles.select ?? ''}
          label={<span className="sr-only">Status</span>}
          items={FILTERS}
          value={filter}
          disabled={onlyLive}
          onChange={setChosen}
        />
        <dl className={styles.counters}>
          <Counter name="Pending" count={mine?.pending} />
          <Counter name="Accepted" count={mine?.accepted} />
          <Counter name="Withdrawn" count={mine?.withdrawn} />
          <Counter name="Cancelled" count={mine?.cancelled} />
        </dl>
      </div>
      {own.isPending && <RowSkeletons count={SKELETONS} />}
      {!own.isPending && !own.items && (
        <LoadFailed
          text={errorText(own.error).description}
          isBusy={own.isFetching}
          onRetry={() => void own.refetch()}
        />
      )}
      {own.items?.length === 0 && (
        <EmptyList
          title="No Battles Yet"
          text={nothingText(filter, links.length)}
          action="Create Battle"
          onCreate={onCreate}
        />
      )}
      {own.items && own.items.length > 0 && <BattleRows battles={own.items} label="My battles" isOwn pages={own} />}
    </>
  )
}

function nothingText(filter: Filter, openLinks: number): string {
  if (filter !== 'all') return `You have no ${filter === 'active' ? 'live' : filter} battles.`
  if (openLinks > 0) return `Nobody has accepted your challenge ${openLinks === 1 ? 'link' : 'links'} yet.`
  return 'Nobody has challenged you, and you have challenged nobody. A truce of one.'
}

const Counter = ({ name, count }: { name: string; count: number | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{count ?? '–'}</dd>
  </div>
)
