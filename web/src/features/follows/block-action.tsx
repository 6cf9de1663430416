import { useState } from 'react'
import { Button } from '#ui/forms/button'
import { LateConfirmDialog } from '#ui/overlay/late-confirm-dialog'
import { Unknown } from './unknown.tsx'
import { useChange, useRelation } from './use-relation.ts'

export function BlockAction({ id, username }: { id: string; username: string }) {
  const { data, isPending } = useRelation(id)
  const [isAsking, setIsAsking] = useState(false)
  const block = useChange(id, 'block', () => setIsAsking(false))
  const unblock = useChange(id, 'unblock')
  if (isPending) return <Unknown kind="ghost">Block</Unknown>
  if (!data) return null
  return (
    <>
      {data.isBlocked ? (
        <Button kind="secondary" size={48} busy={unblock.isPending && 'Unblocking...'} onClick={() => unblock.mutate()}>
          Unblock
        </Button>
      ) : (
        <Button kind="ghost" size={48} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          Block
        </Button>
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
