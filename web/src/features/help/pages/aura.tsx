import { AURA_LEVELS } from '@aura/api/levels'
import { listed, RULES } from '@aura/api/rules'

/** What the ring, the points and the streak are. */
export const AuraPage = () => (
  <>
    <p>
      Your aura is a ring of light around your name. It is drawn from what you did and nothing else: one line for every
      day of your streak, longer the more Aura Points you have, in a shape that is yours alone.
    </p>
    <h2>Streak</h2>
    <p>
      The first lesson you complete on a day adds that day. A day is your own, from midnight to midnight in the time
      zone of your settings. Miss one, and the streak is 0 at once. The zone can be changed once in{' '}
      {RULES.timeZoneChangeDays} days, and a change never moves a day backwards.
    </p>
    <h2>Levels</h2>
    <p>Days alone decide your level. It sets the colour of your ring, and what your vouches are multiplied by.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">From day</th>
          <th scope="col">Vouches</th>
        </tr>
      </thead>
      <tbody>
        {AURA_LEVELS.map(({ key, name, minDays, vouchingMultiplier }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{minDays}</td>
            <td>{vouchingMultiplier}x</td>
          </tr>
        ))}
      </tbody>
    </table>
    <h2>Aura Points</h2>
    <ul>
      <li>A lesson pays {listed(Object.values(RULES.lessonAp))} AP, by how difficult it is, once and for ever.</li>
      <li>The first wallet of an account brings {RULES.walletBonusAp} AP, once per account and once per wallet.</li>
      <li>A vouch for you brings {RULES.apPerUsdc} AP per USDC, times the level of who vouches.</li>
      <li>A battle you win brings your opponent's stake.</li>
    </ul>
    <p>
      Rankings of a week or a month count what you earned in it from lessons, vouches and battles. Weeks begin on
      Monday, in UTC. Losing a battle takes nothing off them.
    </p>
  </>
)
