import { lazy, Suspense, useState } from 'react'
import type { ProfilePart } from '#features/people'
import { Button } from '#ui/forms/button'

// Dialogs are large, and few who look at a profile report.
const ReportDialog = lazy(() => import('./report-dialog.tsx'))

function ReportAction({ id, username }: { id: string; username: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" size={48} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Report
      </Button>
      {isOpen && (
        <Suspense>
          <ReportDialog id={id} username={username} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const part: ProfilePart = {
  lastAction: ({ profile: { user }, viewer }) =>
    viewer === 'other' && <ReportAction id={user.id} username={user.username} />,
}
export default part
