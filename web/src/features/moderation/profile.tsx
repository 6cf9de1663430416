import { useState } from 'react'
import type { ProfilePart } from '#features/people'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'

// Dialogs are large, and few profile visitors report.
const ReportDialog = lateDialog(() => import('./report-dialog.tsx'))

function ReportAction({ id, username }: { id: string; username: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size={48} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Report
      </Button>
      {isOpen && <ReportDialog id={id} username={username} onClose={() => setOpen(false)} />}
    </>
  )
}

const part: ProfilePart = {
  lastAction: ({ profile: { user }, viewer }) =>
    viewer === 'other' && <ReportAction id={user.id} username={user.username} />,
}
export default part
