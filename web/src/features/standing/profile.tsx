import type { ComponentProps } from 'react'
import type { ProfilePart } from '#features/people'
import { PlaceLists } from './place-lists.tsx'
import { StandByAction } from './stand-by-action.tsx'

type Props = ComponentProps<NonNullable<ProfilePart['action']>>

const Action = ({ profile: { user }, viewer }: Props) => viewer === 'other' && <StandByAction person={user} />

const part: ProfilePart = {
  action: Action,
  list: ({ profile: { user }, viewer }) => <PlaceLists id={user.id} isMine={viewer === 'owner'} />,
}
export default part
