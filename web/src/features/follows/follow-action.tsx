import { Button } from '#ui/forms/button'
import { useChange, useRelation } from './use-relation.ts'

export function FollowAction({ id, username }: { id: string; username: string }) {
  const { data, isPending } = useRelation(id)
  const follow = useChange(id, 'follow')
  const unfollow = useChange(id, 'unfollow')
  // Keeps its place until it is known which button it is.
  if (isPending)
    return (
      <Button className="invisible" kind="secondary" size={48} disabled>
        Follow
      </Button>
    )
  if (!data || data.isBlocked) return null
  return data.isFollowed ? (
    <Button
      kind="secondary"
      size={48}
      aria-label={`Unfollow ${username}`}
      busy={unfollow.isPending && 'Unfollowing...'}
      onClick={() => unfollow.mutate()}
    >
      Unfollow
    </Button>
  ) : (
    <Button
      kind="secondary"
      size={48}
      aria-label={`${data.followsMe ? 'Follow back' : 'Follow'} ${username}`}
      busy={follow.isPending && 'Following...'}
      onClick={() => follow.mutate()}
    >
      {data.followsMe ? 'Follow back' : 'Follow'}
    </Button>
  )
}
