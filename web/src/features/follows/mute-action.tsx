import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Unknown } from './unknown.tsx'
import { useChange, useRelation } from './use-relation.ts'

/** Hides a person from the user alone, or shows them again. */
export function MuteAction({ id, username }: { id: string; username: string }) {
  const { data, isPending } = useRelation(id)
  const mute = useChange(id, 'mute', () =>
    toast({ title: `${username} is muted`, description: 'You won’t see their comments or news. They aren’t told.' }),
  )
  const unmute = useChange(id, 'unmute')
  if (isPending) return <Unknown kind="ghost">Mute</Unknown>
  if (!data || data.isBlocked) return null
  return data.isMuted ? (
    <Button kind="secondary" size={48} busy={unmute.isPending && 'Unmuting...'} onClick={() => unmute.mutate()}>
      Unmute
    </Button>
  ) : (
    <Button kind="ghost" size={48} busy={mute.isPending && 'Muting...'} onClick={() => mute.mutate()}>
      Mute
    </Button>
  )
}
