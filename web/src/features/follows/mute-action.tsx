import { toast } from '#ui/feedback/toast'
import { MenuItem } from '#ui/overlay/menu'
import { useChange, useRelation } from './use-relation.ts'

/** Hides a person from the user alone, or shows them again. */
export function MuteAction({ id, username }: { id: string; username: string }) {
  const { data } = useRelation(id)
  const mute = useChange(id, 'mute', () =>
    toast({ title: `${username} is muted`, description: 'You won’t see their comments or news. They aren’t told.' }),
  )
  const unmute = useChange(id, 'unmute', () => toast({ title: `${username} is no longer muted` }))
  if (!data || data.isBlocked) return null
  return data.isMuted ? (
    <MenuItem onClick={() => unmute.mutate()}>Unmute</MenuItem>
  ) : (
    <MenuItem onClick={() => mute.mutate()}>Mute</MenuItem>
  )
}
