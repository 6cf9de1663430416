import { callUrl } from '@aura/api/contract/call-url'
import { Download, Trash2 } from 'lucide-react'
import { Suspense } from 'react'
import { Button, buttonClass } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { Card, Setting } from './card.tsx'
import { useSettingsDialog } from './use-settings-dialog.ts'

const DeleteDialog = lateDialog(() => import('./delete-dialog.tsx'))

export function DataCard() {
  const { isOpen, open, close } = useSettingsDialog('delete-account')
  return (
    <Card title="Your data">
      <Setting
        icon={<Download size={20} strokeWidth={1.75} />}
        title="Download my data"
        note="Everything Aura holds about you, as one JSON file."
        action={
          <a className={buttonClass('secondary', 40)} href={callUrl('GET /api/user/export')} download="aura-data.json">
            Download
          </a>
        }
      />
      <Setting
        icon={<Trash2 size={20} strokeWidth={1.75} />}
        title="Delete my account"
        note="Permanently deletes your name, points, streak and sign-ins. Blockchain transactions remain."
        action={
          <Button kind="danger" size={40} aria-haspopup="dialog" onClick={open}>
            Delete account
          </Button>
        }
      />
      <Suspense>
        <DeleteDialog open={isOpen} onClose={close} />
      </Suspense>
    </Card>
  )
}
