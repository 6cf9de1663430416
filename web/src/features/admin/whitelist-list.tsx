import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#lib/api'
import { toastFailure } from '#lib/toast-failure'
import { PAGE, usePages } from '#lib/use-pages'
import { Segmented } from '#ui/forms/segmented'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'
import { ListEnd } from './list-end.tsx'
import { SearchField } from './search-field.tsx'
import { WhitelistFile } from './whitelist-file.tsx'
import { WhitelistRow } from './whitelist-row.tsx'

const VIEWS = [
  { value: 'all', name: 'All' },
  { value: 'active', name: 'Active' },
  { value: 'inactive', name: 'Inactive' },
] as const
type View = (typeof VIEWS)[number]['value']

export function WhitelistList() {
  const [q, setQ] = useState('')
  const [view, setView] = useState<View>('all')
  const counts = useQuery({
    queryKey: ['whitelist', 'counts'],
    queryFn: () => request('GET /api/whitelist/counts'),
    staleTime: 0,
  })
  const list = usePages(['whitelist', 'list', q, view], (after, signal) =>
    request('GET /api/whitelist', {
      query: { q, view, limit: PAGE, ...(after ? { after: String(after) } : {}) },
      signal,
    }),
  )
  const { error } = list
  useEffect(() => {
    if (error) toastFailure(error, errorTexts.fetchWhitelist)
  }, [error])
  return (
    <section aria-labelledby="whitelisted">
      <div className={styles.listHead}>
        <h2 id="whitelisted" className="h2">
          Whitelisted Wallets <span className="text-ink-2">({counts.data?.total ?? '…'})</span>
        </h2>
        {counts.data && (
          <p className="text-sm text-ink-2">
            {counts.data.active} active, {counts.data.inactive} inactive
          </p>
        )}
      </div>
      <div className={styles.tools}>
        <SearchField label="Search address or note" onSearch={setQ} />
        <Segmented label="Filter wallets" items={VIEWS} value={view} onChange={setView} />
      </div>
      <WhitelistFile />
      <ul className="divide-y divide-line border-t border-line" aria-label="Whitelisted wallets">
        {list.items?.map((entry) => (
          <WhitelistRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <ListEnd
        query={list}
        failure={errorTexts.fetchWhitelist}
        loading="Loading whitelist..."
        empty={q || view !== 'all' ? { title: 'No wallet matches' } : { title: 'No whitelisted wallets yet' }}
      />
    </section>
  )
}
