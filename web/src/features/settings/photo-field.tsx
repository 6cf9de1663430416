import { MOST_IMAGE_SIZE } from '@aura/api/profile-image'
import { AuraRing } from '#aura/aura-ring.tsx'
import type { User } from '#features/auth/public'
import { PhotoButton } from '#features/photo/public'
import styles from './settings.module.css'

/** The picture of this person: their ring with their photo or initial in it, and the way to change it. */
export function PhotoField({ user }: { user: User }) {
  return (
    <div className={styles.photo}>
      <div className={styles.ring}>
        <AuraRing id={user.id} days={user.currentStreak} name={user.username} size={112} image={user.profileImageUrl} />
        <PhotoButton user={user} />
      </div>
      <p>PNG, JPG or WebP, up to {MOST_IMAGE_SIZE}. Cropped to a circle.</p>
    </div>
  )
}
