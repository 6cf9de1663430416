import { formatWhole } from '@aura/api/money'
import type { OtherPerson } from '@aura/api/shapes'
import { Link } from 'wouter'
import { paths } from '#paths'
import styles from './people-list.module.css'
import { PersonRing } from './person-ring.tsx'

interface PeopleListProps {
  label: string
  people: readonly { person: OtherPerson; rank?: number; points?: number }[]
  formatPoints?: (points: number) => string
}

/** People in the order given, each with a link to their profile. */
export function PeopleList({ label, people, formatPoints = formatWhole }: PeopleListProps) {
  return (
    <ol className={styles.people} aria-label={label}>
      {people.map(({ person, rank, points }) => (
        <li key={person.id} className={styles.person}>
          {rank !== undefined && <span className={`num ${styles.rank}`}>{rank}</span>}
          <PersonRing person={person} size={40} />
          <Link href={paths.user(person.id)} className={styles.name}>
            {person.username}
          </Link>
          {points !== undefined && <span className={`num ${styles.points}`}>{formatPoints(points)}</span>}
        </li>
      ))}
    </ol>
  )
}
