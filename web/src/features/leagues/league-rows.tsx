import type { League, LeagueRow } from '@aura/api/calls/leagues'
import { formatWhole } from '@aura/api/money'
import { leagueName } from '@aura/api/rules/leagues'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { PersonRow, Points } from '#aura/people-list.tsx'
import styles from './league.module.css'
import { zoneOf } from './league-texts.ts'

const ZONES = ['up', 'stay', 'down'] as const
const ICONS = { up: ArrowUp, stay: Minus, down: ArrowDown }

/** All members of a league, best first, grouped by the move they would make now. */
export function LeagueRows({ league, level }: { league: NonNullable<League['league']>; level: number }) {
  const titles = { up: `Up to ${leagueName(level + 1)}`, stay: 'Staying', down: `Down to ${leagueName(level - 1)}` }
  return ZONES.map((zone) => {
    const rows = league.rows.filter(({ place }) => zoneOf(place, league) === zone)
    if (rows.length === 0) return null
    const Icon = ICONS[zone]
    return (
      <section key={zone} className={styles.zone} data-zone={zone} aria-labelledby={`league-${zone}`}>
        <h2 id={`league-${zone}`}>
          <Icon size={18} strokeWidth={2} aria-hidden="true" />
          {titles[zone]}
        </h2>
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
    <Points value={formatWhole(points)} unit={points === 1 ? 'point' : 'points'} />
  </PersonRow>
)
