import { formatWhole } from '@aura/api/money'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { PeopleList } from '#aura/people-list.tsx'
import type { ProfilePart } from '#features/people'
import { paths } from '#paths'
import { Stat } from '#ui/layout/stat-strip'
import { TitledCard } from '#ui/layout/titled-card'
import { LessTrustNotices, useLessTrust } from './less-trust.tsx'

type Props = ComponentProps<NonNullable<ProfilePart['card']>>

const peopleText = (count: number) => (count === 1 ? 'from 1 person' : `from ${formatWhole(count)} people`)

/** Backers with little Trust may give less than a whole point. */
function noneText(supporters: number, viewer: Props['viewer']): string {
  const who = viewer === 'owner' ? 'you' : 'them'
  return supporters === 0 ? `none reaches ${who} yet` : `less than one point reaches ${who}`
}

const Figures = ({ profile: { trust }, viewer }: Props) => (
  <Stat
    name="Trust"
    value={formatWhole(trust.points)}
    note={trust.points === 0 ? noneText(trust.supporters, viewer) : peopleText(trust.supporters)}
    href={paths.trust}
  />
)

function TrustCard(props: Props) {
  const less = useLessTrust(props.viewer === 'owner')
  if (props.profile.trust.points === 0 && !less) return null
  return (
    <TitledCard id="trust" title="Trust" control={<Link href={paths.trust}>How it works</Link>}>
      {props.profile.trust.points > 0 && <Supporters {...props} />}
      {less && <LessTrustNotices less={less} />}
    </TitledCard>
  )
}

function Supporters({ profile: { trust, user }, viewer }: Props) {
  return (
    <>
      <p className="text-ink-2">
        {formatWhole(trust.points)} Trust {peopleText(trust.supporters)} who stand by{' '}
        {viewer === 'owner' ? 'you' : user.username}.
        {trust.supporters > trust.top.length && trust.top.length > 0 && ' Those who count most:'}
      </p>
      <PeopleList label="Who counts most" people={trust.top} unit="Trust" />
    </>
  )
}

const part: ProfilePart = { figures: Figures, card: TrustCard }
export default part
