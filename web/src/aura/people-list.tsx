import { formatWhole } from '@aura/api/money'
import type { OtherPerson } from '@aura/api/shapes'
import type { ReactNode } from 'react'
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
    <ol className="mt-3" aria-label={label}>
      {people.map(({ person, rank, points }) => (
        <PersonRow key={person.id} rank={rank} person={person}>
          {points !== undefined && <span className="num">{formatPoints(points)}</span>}
        </PersonRow>
      ))}
    </ol>
  )
}

interface PersonRowProps {
  rank: number | undefined
  /** Null for somebody the user blocked. */
  person: OtherPerson | null
  isMe?: boolean
  /** At the end of the row. */
  children?: ReactNode
}

export const PersonRow = ({ rank, person, isMe = false, children }: PersonRowProps) => (
  <li value={rank} className={styles.person} aria-current={isMe || undefined}>
    {rank !== undefined && <span className={`num ${styles.rank}`}>{rank}</span>}
    {person ? (
      <>
        <PersonRing person={person} size={40} />
        <Link href={paths.user(person.id)} className={styles.name}>
          {person.username}
          {isMe && ' (you)'}
        </Link>
      </>
    ) : (
      <span className={`text-ink-2 ${styles.name}`}>Somebody you blocked</span>
    )}
    {children && <div className={styles.points}>{children}</div>}
  </li>
)
