import { useState } from 'react'
import { toast } from '#ui/feedback/toast'
import { LateConfirmDialog } from '#ui/overlay/late-confirm-dialog'
import { MenuItem } from '#ui/overlay/menu'
import { useChange, useRelation } from './use-relation.ts'

export function BlockAction({ id, username }: { id: string; username: string }) {
  const { data } = useRelation(id)
  const [isAsking, setIsAsking] = useState(false)
  const block = useChange(id, 'block', () => {
    setIsAsking(false)
    toast({ title: `${username} is blocked` })
  })
  const unblock = useChange(id, 'unblock', () => toast({ title: `${username} is no longer blocked` }))
  if (!data) return null
  return (
    <>
      {data.isBlocked ? (
        <MenuItem onClick={() => unblock.mutate()}>Unblock</MenuItem>
      ) : (
        <MenuItem onClick={() => setIsAsking(true)}>Block</MenuItem>
      )}
      <LateConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Block ${username}?`}
        confirm="Block"
        busy={block.isPending ? 'Blocking...' : undefined}
        onConfirm={() => block.mutate()}
        destructive
      >
        You can’t follow each other, challenge each other or back each other with USDC, and you won’t hear of each
        other. {username} isn’t told. You can unblock them at any time.
      </LateConfirmDialog>
    </>
  )
}
