import { INVITE_RULES } from '@aura/api/rules/invites'
import { Link } from 'wouter'
import type { Parts } from '#lib/parts'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

const SettingsCard = lazyPart(() => import('./settings-card.tsx'))

const parts: Parts = {
  settingsCard: <SettingsCard />,
  guide: (
    <>
      <h2>Invite someone</h2>
      <p>
        <Link href={paths.invites}>Invites</Link>, in the account menu, makes links that let one person in each. A link
        can be used for {INVITE_RULES.days} days. While Aura is in closed beta, you earn the first one by{' '}
        {INVITE_RULES.firstAfterDays} days of learning and one a week after that; {INVITE_RULES.waiting} wait at most.
        If nobody joins with it, or you withdraw it, you get the invite back. Invite people you trust: if several of
        them turn out to be one person’s accounts, you lose Trust.
      </p>
    </>
  ),
}
export default parts
