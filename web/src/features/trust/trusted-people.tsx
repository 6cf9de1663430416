import { formatWhole } from '@aura/api/money'
import type { OtherPerson } from '@aura/api/shapes'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { paths } from '#paths'
import styles from './trust.module.css'

interface TrustedPeopleProps {
  label: string
  people: readonly { person: OtherPerson; points?: number; rank?: number }[]
}

export function TrustedPeople({ label, people }: TrustedPeopleProps) {
  return (
    <ol className={styles.people} aria-label={label}>
      {people.map(({ person, points, rank }) => (
        <li key={person.id} className={styles.person}>
          {rank !== undefined && <span className={`num ${styles.rank}`}>{rank}</span>}
          <PersonRing person={person} size={40} />
          <Link href={paths.user(person.id)} className={styles.name}>
            {person.username}
          </Link>
          {points !== undefined && <span className={`num ${styles.points}`}>{formatWhole(points)}</span>}
        </li>
      ))}
    </ol>
  )
}
