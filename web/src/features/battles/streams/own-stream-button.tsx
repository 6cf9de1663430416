import { Video } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import { lateDialog } from '#ui/overlay/late-dialog'

const StreamDialog = lateDialog(() => import('./stream-dialog.tsx'))

/** Lets a participant choose what their side of a battle shows. */
export function OwnStreamButton({ battleId, isSmall = false }: { battleId: string; isSmall?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const icon = <Video size={isSmall ? 20 : 18} strokeWidth={1.75} aria-hidden="true" />
  const open = () => setOpen(true)
  return (
    <>
      {isSmall ? (
        <IconButton label="Your stream" icon={icon} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button kind="secondary" aria-haspopup="dialog" onClick={open}>
          {icon}
          Your stream
        </Button>
      )}
      {isOpen && <StreamDialog battleId={battleId} onClose={() => setOpen(false)} />}
    </>
  )
}
