import { useState } from 'react'
import type { ProfilePart } from '#features/people'
import { MenuItem } from '#ui/overlay/menu'
import { ReportDialog } from './index.tsx'

function ReportAction({ id, username }: { id: string; username: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <MenuItem onClick={() => setOpen(true)}>Report</MenuItem>
      {isOpen && <ReportDialog id={id} username={username} onClose={() => setOpen(false)} />}
    </>
  )
}

const part: ProfilePart = {
  menu: ({ profile: { user }, viewer }) => viewer === 'other' && <ReportAction id={user.id} username={user.username} />,
}
export default part
