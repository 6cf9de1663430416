import { AURA_LEVELS } from '@aura/api/levels'
import { listed } from '@aura/api/listed'
import { formatWhole } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { LEADERBOARD_RULES } from '@aura/api/rules/leaderboard'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { REST_DAYS, STREAK_RULES, WIN_BACK } from '@aura/api/rules/streak'
import { useLevelPerks } from '#aura/level-perks.ts'
import { PartsOf } from '../parts-of.tsx'

export const AuraPage = () => (
  <>
    <p>
      Your aura is a ring of light around your name: one line for each day of your streak, longer lines for more Aura
      Points, in a shape that is yours alone.
    </p>
    <h2>Streak</h2>
    <p>
      Your first lesson of a day adds that day to your streak. A day runs from midnight to midnight in your own time
      zone. If you miss a day without a rest day, your streak is 0; your longest streak stays. You can change your time
      zone in Settings once every {STREAK_RULES.timeZoneChangeDays} days; a change never moves a day backwards.
    </p>
    <h2>Rest days</h2>
    <p>
      {REST_DAYS.earnedBy} days of your streak with a review, or with all lessons of the day, earn a rest day. You can
      keep {REST_DAYS.kept}. A day you miss uses one automatically at midnight: your streak holds, but doesn’t grow, and
      your calendar shows the day as rested. Rest days can’t be bought. A new streak starts without any.
    </p>
    <p>
      A streak of {WIN_BACK.minDays} days or more that ended can be won back within {WIN_BACK.withinDays} days, once in{' '}
      {WIN_BACK.everyDays} days: {WIN_BACK.rightAnswers} right answers of {WIN_BACK.questions}. It goes on where it
      ended. This can’t be bought either.
    </p>
    <h2>Levels</h2>
    <p>Your streak alone decides your level, and your level the colour of your ring.</p>
    <LevelTable />
    <h2>Aura Points</h2>
    <ul>
      <li>
        A lesson pays {listed(Object.values(LESSON_RULES.lessonAp))} AP, depending on its difficulty. Each lesson pays
        once.
      </li>
      <li>Your first wallet brings {AUTH_RULES.walletBonusAp} AP, once per account and once per wallet.</li>
      <PartsOf page="points" />
      <li>Winning a battle brings you your opponent's stake.</li>
    </ul>
    <p>
      Weekly and monthly rankings count what you earned in that time: lessons and reviews in full, what you won from
      each opponent beyond what you lost to them, up to {formatWhole(LEADERBOARD_RULES.wonMost)} points. Of what you
      won, as much as you lost to other opponents counts only up to what you learned. So do vouches. Bonuses don’t
      count. Weeks start on Monday, in UTC.
    </p>
  </>
)

function LevelTable() {
  const perks = useLevelPerks()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">From day</th>
          {perks.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {AURA_LEVELS.map(({ key, name, minDays }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{minDays}</td>
            {perks.map((perk) => (
              <td key={perk.name}>{perk.figure(key)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
