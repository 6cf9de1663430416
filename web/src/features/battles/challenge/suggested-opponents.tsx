import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PersonRing } from '#aura/person-ring.tsx'
import { read } from '#lib/query-client'
import { Skeleton } from '#ui/feedback/skeleton'
import type { Opponent } from './create-form.ts'
import styles from './suggested-opponents.module.css'

const PLACES = [0, 1, 2]

/** Has the same height while it loads, when it is empty and when it fails, since the form stands below it. */
export function SuggestedOpponents({ onChoose }: { onChoose: (opponent: Opponent) => void }) {
  const id = useId()
  const { data: people, isPending } = useQuery({ ...read('GET /api/battles/opponents'), staleTime: 30_000 })
  return (
    <section className={styles.suggested} aria-labelledby={id} aria-busy={isPending}>
      <h3 id={id} className={styles.title}>
        Online now, or near you in AP
      </h3>
      {people && people.length > 0 ? (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" onClick={() => onChoose(person)}>
                <PersonRing person={person} size={40} />
                <span className={styles.words}>
                  <b>{person.username}</b>
                  <span>
                    {person.isOnline && <i className={styles.online}>Online</i>}
                    {formatWhole(person.availableAuraPoints)} AP
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : isPending ? (
        <div className={styles.people}>
          {PLACES.map((place) => (
            <Skeleton key={place} className={styles.place ?? ''} />
          ))}
        </div>
      ) : (
        <p className={styles.nobody}>Nobody near you is free right now. Search for a name, or make a link.</p>
      )}
    </section>
  )
}
