import type { Parts } from '#lib/parts'

const parts: Parts = {
  guide: (
    <>
      <h2>Learned, won, trusted</h2>
      <p>
        A reputation has three parts, on profiles and on the leaderboard: Learned, the Aura Points from lessons and
        reviews; Won, those won in battles less those lost; and Trust. All together, with bonuses and Aura Points from
        supporters, are your Aura Points, which decide the rank of all time.
      </p>
    </>
  ),
}
export default parts
