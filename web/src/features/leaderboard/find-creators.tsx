import { formatWhole } from '@aura/api/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { AuraRing } from '#aura/aura-ring.tsx'
import { request } from '#lib/api'
import { readKey } from '#lib/query-client'
import { paths } from '#paths'
import { Field } from '#ui/forms/field'
import styles from './leaderboard.module.css'

const DEBOUNCE_MS = 300
const SHOWN = 8
const LONGEST = 100

function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}

export function FindCreators() {
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim(), DEBOUNCE_MS)
  const { data, error } = useQuery({
    queryKey: [...readKey('GET /api/users/search'), wanted],
    queryFn: ({ signal }) => request('GET /api/users/search', { query: { q: wanted, limit: SHOWN }, signal }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  const found = wanted === '' || text.trim() === '' ? null : error ? [] : (data ?? null)
  return (
    <section className={styles.find} aria-labelledby="find-creators">
      <h2 id="find-creators">Find Creators</h2>
      <Field
        label={<span className="sr-only">Search by username</span>}
        type="search"
        placeholder="Search by username"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST}
        icon={<Search size={18} strokeWidth={1.75} aria-hidden="true" />}
        value={text}
        onText={setText}
      />
      {found && found.length > 0 && (
        <ul>
          {found.map(({ id, username, currentStreak, auraPoints, profileImageUrl }) => (
            <li key={id}>
              <Link href={paths.user(id)}>
                <AuraRing id={id} days={currentStreak} name={username} size={36} image={profileImageUrl} />
                <span className={styles.other} title={username}>
                  {username}
                </span>
                <span className={`num ${styles.amount}`}>{formatWhole(auraPoints)} AP</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-ink-2">
        {found && (found.length === 0 ? 'No creators found' : <span className="sr-only">{found.length} found</span>)}
      </p>
    </section>
  )
}
