import { useState } from 'react'
import { request } from '#lib/api'
import { PAGE, usePages } from '#lib/use-pages'
import { Segmented } from '#ui/forms/segmented'
import styles from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { ListEnd } from './list-end.tsx'
import { PersonRow } from './person-row.tsx'
import { SearchField } from './search-field.tsx'

const VIEWS = [
  { value: 'all', name: 'Everybody' },
  { value: 'suspended', name: 'Suspended' },
] as const
type View = (typeof VIEWS)[number]['value']

export default function PeopleScreen() {
  const [q, setQ] = useState('')
  const [view, setView] = useState<View>('all')
  const people = usePages(['admin-people', q, view], (after, signal) =>
    request('GET /api/admin/people', {
      query: { q, view, limit: PAGE, ...(after ? { after: String(after) } : {}) },
      signal,
    }),
  )
  return (
    <AdminFrame title="People">
      <div className={styles.tools}>
        <SearchField label="Search name, X handle, wallet or id" onSearch={setQ} />
        <Segmented label="Show" items={VIEWS} value={view} onChange={setView} />
      </div>
      <ul className="divide-y divide-line border-t border-line" aria-label="People">
        {people.items?.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <ListEnd
        query={people}
        loading="Loading people..."
        empty={{ title: view === 'suspended' && !q ? 'Nobody is suspended' : 'Nobody matches' }}
      />
    </AdminFrame>
  )
}
