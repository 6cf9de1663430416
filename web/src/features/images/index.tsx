import { Camera } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import styles from './photo.module.css'

const PhotoDialog = lazy(() => import('./photo-dialog.tsx'))

/** The round button at somebody's own picture, and the dialog it opens. */
export function PhotoButton({ user }: { user: { profileImageUrl: string | null } }) {
  const [isOpen, setOpen] = useState(false)
  // Its code comes with the first press and stays, so that the dialog can close as it opened.
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
