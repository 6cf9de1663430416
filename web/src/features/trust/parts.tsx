import { Link } from 'wouter'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

const TrustAppeals = lazyPart(() => import('./trust-appeals.tsx'))

const parts: Parts = {
  reportDesk: <TrustAppeals />,
  notifications: { trust_update: { label: 'Trust', note: 'You get or pass on less of it.' } },
  guide: (
    <>
      <h2>Trust</h2>
      <p>
        Profiles and the leaderboard show Trust beside Aura Points: how strongly trusted people stand by someone.
        Passing money round in a circle adds nothing. <Link href={paths.trust}>How Trust works</Link>
      </p>
    </>
  ),
}
export default parts
