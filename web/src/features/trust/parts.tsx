import { Link } from 'wouter'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'

const parts: Parts = {
  notifications: { trust_update: { label: 'Trust', note: 'You get or pass on less of it.' } },
  guide: (
    <>
      <h2>Trust</h2>
      <p>
        Profiles and the leaderboard show Trust beside Aura Points: how much people who are trusted stand by somebody.
        Passing money round in a circle adds nothing. <Link href={paths.trust}>How Trust works</Link>
      </p>
    </>
  ),
}
export default parts
