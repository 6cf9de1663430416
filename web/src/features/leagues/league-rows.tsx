import type { League, LeagueRow } from '@aura/api/calls/leagues'
import { formatWhole } from '@aura/api/money'
import { leagueName } from '@aura/api/rules/leagues'
import { PersonRow } from '#aura/people-list.tsx'
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
            <Member key={row.place} row={row} />
          ))}
        </ol>
      </section>
    )
  })
}

const Member = ({ row: { place, person, points, isMe } }: { row: LeagueRow }) => (
  <PersonRow rank={place} person={person} isMe={isMe}>
    <span className="text-ink-2">
      <b className="num text-ink">{formatWhole(points)}</b> {points === 1 ? 'point' : 'points'}
    </span>
  </PersonRow>
)
