import type { ComponentProps } from 'react'
import type { ProfilePart } from '#features/people'
import { BlockAction } from './block-action.tsx'
import { FollowAction } from './follow-action.tsx'
import { FollowLists } from './follow-lists.tsx'
import { MuteAction } from './mute-action.tsx'

type Props = ComponentProps<NonNullable<ProfilePart['action']>>

const Follow = ({ profile: { user }, viewer }: Props) =>
  viewer === 'other' && <FollowAction id={user.id} username={user.username} />

const MuteAndBlock = ({ profile: { user }, viewer }: Props) =>
  viewer === 'other' && (
    <>
      <MuteAction id={user.id} username={user.username} />
      <BlockAction id={user.id} username={user.username} />
    </>
  )

const part: ProfilePart = {
  action: Follow,
  menu: MuteAndBlock,
  list: ({ profile, viewer }) => (
    <FollowLists id={profile.user.id} isMine={viewer === 'owner'} stats={profile.followStats} />
  ),
}
export default part
