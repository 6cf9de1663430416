import { formatWhole } from '@aura/api/money'
import type { OtherPerson } from '@aura/api/shapes'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#paths'
import { ShowMore } from '#ui/layout/show-more'
import styles from './people-list.module.css'
import { PersonRing } from './person-ring.tsx'

interface PeopleListProps {
  label: string
  /** `unit`: of this person's points alone. */
  people: readonly { person: OtherPerson; rank?: number; points?: number; unit?: string }[]
  formatPoints?: (points: number) => string
  unit?: string
}

const SHOWN = 20

/** People in the given order with links to their profiles; long lists in parts. */
export function PeopleList({ label, people, formatPoints = formatWhole, unit = '' }: PeopleListProps) {
  const list = useRef<HTMLOListElement>(null)
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <ol ref={list} className="mt-3" aria-label={label}>
        {people.slice(0, shown).map(({ person, rank, points, unit: own = unit }) => (
          <PersonRow key={person.id} rank={rank} person={person}>
            {points !== undefined && <Points value={formatPoints(points)} unit={own} />}
          </PersonRow>
        ))}
      </ol>
      <ShowMore
        list={list}
        hasMore={people.length > shown}
        isBusy={false}
        onMore={() => setShown((before) => before + SHOWN)}
      />
    </>
  )
}

export const Points = ({ value, unit }: { value: string; unit: string }) => (
  <span className="text-ink-2">
    <b className="num text-ink">{value}</b> {unit}
  </span>
)

interface PersonRowProps {
  rank: number | undefined
  /** Null for people the user blocked. */
  person: OtherPerson | null
  isMe?: boolean
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
      <>
        <span className={styles.nobody} />
        <span className={`text-ink-2 ${styles.name}`}>Somebody you blocked</span>
      </>
    )}
    {children && <div className={styles.points}>{children}</div>}
  </li>
)
