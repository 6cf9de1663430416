import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './photo.module.css'

const PhotoDialog = lazy(() => import('./photo-dialog.tsx'))

export function PhotoButton({ user }: { user: { profileImageUrl: string | null } }) {
  const [isOpen, setOpen] = useState(false)
  // Lazy, and kept mounted so that the dialog can animate its closing.
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.camera}
        aria-label="Edit photo"
        onClick={() => {
          setOpen(true)
          setWasOpen(true)
        }}
      >
        <Camera size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {wasOpen && (
        <Suspense>
          <PhotoDialog open={isOpen} hasPhoto={user.profileImageUrl !== null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
