import { LEAGUE_RULES } from '@aura/api/rules/leagues'
import { Link } from 'wouter'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'
import { POINTS_TEXT } from './league-texts.ts'

const { people, moving, levels } = LEAGUE_RULES

const parts: Parts = {
  notifications: { league_result: { label: 'League results', note: 'Your week in a league is over.' } },
  guide: (
    <>
      <h2>Leagues</h2>
      <p>
        Join the <Link href={paths.league}>leagues</Link> to learn beside others. Each week, from Monday 00:00 UTC, up
        to {people} people of your level are ranked by what they learn. If you learn in the first hour, you are seated
        at random; after that, with people who began around the same time. {POINTS_TEXT}
      </p>
      <p>
        Of {people} people, {moving} move up and {moving} move down, on {levels.length} levels. A week without learning
        costs you at most one level. Further weeks cost nothing. You don’t see the names of people you blocked.
      </p>
    </>
  ),
}
export default parts
