import type { League, LeagueRow } from '@aura/api/calls/leagues'
import { formatWhole } from '@aura/api/money'
import { leagueName } from '@aura/api/rules/leagues'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { paths } from '#paths'
import styles from './league.module.css'
import { zoneOf } from './league-texts.ts'

const ZONES = ['up', 'stay', 'down'] as const

/** Everybody in a league, best first, by who moves if the week ended now. */
export function LeagueRows({ league, level }: { league: NonNullable<League['league']>; level: number }) {
  const titles = { up: `Up to ${leagueName(level + 1)}`, stay: 'Staying', down: `Down to ${leagueName(level - 1)}` }
  return ZONES.map((zone) => {
    const rows = league.rows.filter(({ place }) => zoneOf(place, league) === zone)
    if (rows.length === 0) return null
    return (
      <section key={zone} className={styles.zone} data-zone={zone} aria-labelledby={`league-${zone}`}>
        <h2 id={`league-${zone}`}>{titles[zone]}</h2>
        <ol>
          {rows.map((row) => (
            <PersonRow key={row.place} row={row} />
          ))}
        </ol>
      </section>
    )
  })
}

function PersonRow({ row: { place, person, points, isMe } }: { row: LeagueRow }) {
  return (
    <li value={place} className={styles.row} aria-current={isMe || undefined}>
      <span className={`num ${styles.place}`}>{place}</span>
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
      <span className={styles.points}>
        <b className="num">{formatWhole(points)}</b> {points === 1 ? 'point' : 'points'}
      </span>
    </li>
  )
}
