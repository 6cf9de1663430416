import { formatWhole } from '@aura/api/money'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PersonRing } from '#aura/person-ring.tsx'
import { read } from '#lib/query-client'
import { Skeleton } from '#ui/feedback/skeleton'
import type { Opponent } from './create-form.ts'
import styles from './suggested-opponents.module.css'

const PLACES = Array.from({ length: BATTLE_RULES.suggestedOpponents }, (_, place) => place)

interface SuggestedOpponentsProps {
  isHidden: boolean
  chosenId: string | undefined
  onChoose: (opponent: Opponent) => void
}

/** Has the same height hidden, loading, empty and failed, and stays for another choice: the form stands below it. */
export function SuggestedOpponents({ isHidden, chosenId, onChoose }: SuggestedOpponentsProps) {
  const id = useId()
  const { data: people, isPending } = useQuery({ ...read('GET /api/battles/opponents'), staleTime: 30_000 })
  return (
    <section
      className={`${styles.suggested} ${isHidden ? 'invisible' : ''}`}
      aria-labelledby={id}
      aria-busy={isPending}
    >
      <h3 id={id} className={styles.title}>
        Online now, or near you in AP
      </h3>
      {people && people.length > 0 ? (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" aria-pressed={person.id === chosenId} onClick={() => onChoose(person)}>
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
