import { Camera } from 'lucide-react'
import { useState } from 'react'
import { lateDialog } from '#ui/overlay/late-dialog'
import styles from './photo.module.css'

const PhotoDialog = lateDialog(() => import('./photo-dialog.tsx'))

export function PhotoButton({ user }: { user: { profileImageUrl: string | null } }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.camera} aria-label="Edit photo" onClick={() => setOpen(true)}>
        <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <PhotoDialog open={isOpen} hasPhoto={user.profileImageUrl !== null} onClose={() => setOpen(false)} />
    </>
  )
}
