import { ShareButtons } from '#ui/forms/share-buttons'
import { Dialog, DialogActions, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { QrCode } from '#ui/qr-code'
import type { Battle } from './battle-view.ts'
import { invitationOf } from './share-battle.ts'
import { TimeLeft } from './time-left.tsx'

interface RecruitDialogProps {
  open: boolean
  battle: Battle
  viewerId: string
  onClose: () => void
}

export default function RecruitDialog({ open, battle, viewerId, onClose }: RecruitDialogProps) {
  const invitation = invitationOf(battle, viewerId)
  return (
    <Dialog open={open} onClose={onClose} phone="sheet" width="narrow">
      <DialogHeader title="Bring your people" note="This code opens your battle." />
      <DialogBody>
        <div className="grid gap-3">
          <QrCode text={invitation.url} label="QR code of your battle’s address" />
          <p className="wrap-anywhere text-sm text-ink-2">{invitation.url}</p>
          <TimeLeft battle={battle} />
        </div>
      </DialogBody>
      <DialogActions>
        <ShareButtons shared={invitation} />
      </DialogActions>
    </Dialog>
  )
}
