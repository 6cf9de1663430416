import { formatWhole, usdcText } from '@aura/api/money'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import type { ProfilePart } from '#features/people'
import { paths } from '#paths'
import { buttonClass } from '#ui/forms/button'
import { Stat } from '#ui/layout/stat-strip'
import { VouchAction } from './giving/vouch-action.tsx'
import { VouchLists } from './received/vouch-lists.tsx'
import { VouchStatistics } from './received/vouch-statistics.tsx'

type Props = ComponentProps<NonNullable<ProfilePart['firstAction']>>

function Action({ profile: { user }, viewer }: Props) {
  if (viewer === 'owner') return null
  if (viewer === 'other') return <VouchAction target={{ ...user, name: user.username }} />
  return (
    <Link href={paths.join(paths.user(user.id))} className={buttonClass('primary', 48)}>
      Join to vouch
    </Link>
  )
}

function Figures({ profile: { vouchStats }, inEth }: Props) {
  const eth = inEth(vouchStats.totalUsdcReceived)
  return (
    <>
      <Stat
        name="Vouches Received"
        value={formatWhole(vouchStats.vouchesReceived)}
        note={`${formatWhole(vouchStats.vouchesGiven)} given`}
      />
      <Stat
        name="USDC Received"
        value={usdcText(vouchStats.totalUsdcReceived)}
        unit="USDC"
        note={eth === null ? 'earned from vouches' : `or ${eth} ETH, earned from vouches`}
      />
    </>
  )
}

const part: ProfilePart = {
  firstAction: Action,
  figures: Figures,
  card: ({ profile: { vouchStats }, inEth }) => (
    <VouchStatistics stats={vouchStats} ethReceived={inEth(vouchStats.totalUsdcReceived)} />
  ),
  list: ({ profile, viewer }) =>
    viewer === 'visitor' ? null : <VouchLists id={profile.user.id} isMine={viewer === 'owner'} />,
}
export default part
