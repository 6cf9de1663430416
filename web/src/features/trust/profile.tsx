import { formatShort, formatWhole } from '@aura/api/money'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { PeopleList } from '#aura/people-list.tsx'
import type { ProfilePart } from '#features/people'
import { paths } from '#paths'
import { Stat } from '#ui/layout/stat-strip'
import { TitledCard } from '#ui/layout/titled-card'

type Props = ComponentProps<NonNullable<ProfilePart['card']>>

const peopleText = (count: number) => (count === 1 ? 'from 1 person' : `from ${formatWhole(count)} people`)

const nobodyText = (viewer: Props['viewer']) => `nobody trusted backs ${viewer === 'owner' ? 'you' : 'them'} yet`

const Figures = ({ profile: { trust }, viewer }: Props) => (
  <Stat
    name="Trust"
    value={formatShort(trust.points)}
    note={trust.points === 0 ? nobodyText(viewer) : peopleText(trust.supporters)}
    href={paths.trust}
  />
)

/** Where somebody's Trust comes from. */
function TrustCard({ profile: { trust, user }, viewer }: Props) {
  if (trust.points === 0) return null
  return (
    <TitledCard id="trust" title="Trust" control={<Link href={paths.trust}>How it works</Link>}>
      <p className="text-ink-2">
        {formatWhole(trust.points)} Trust {peopleText(trust.supporters)} who back{' '}
        {viewer === 'owner' ? 'you' : user.username}.
        {trust.supporters > trust.top.length && trust.top.length > 0 && ' Those who count most:'}
      </p>
      <PeopleList label="Who counts most" people={trust.top} />
    </TitledCard>
  )
}

const part: ProfilePart = { figures: Figures, card: TrustCard }
export default part
