import { IMAGE_TYPE_NAMES, MAX_CHOSEN_IMAGE } from '@aura/api/profile-image'
import { PersonRing } from '#aura/person-ring.tsx'
import { type User, useCurrentUser } from '#features/auth'
import { PhotoButton } from '#features/images'
import { AboutForm } from './about-form.tsx'
import { Card } from './card.tsx'
import styles from './settings.module.css'
import { UsernameField } from './username-field.tsx'

function PhotoField({ user }: { user: User }) {
  return (
    <div className={styles.photo}>
      <div className={styles.ring}>
        <PersonRing person={user} size={112} />
        <PhotoButton user={user} />
      </div>
      <p>
        {IMAGE_TYPE_NAMES}, up to {MAX_CHOSEN_IMAGE}. Cropped to a circle.
      </p>
    </div>
  )
}

export function ProfileCard() {
  const user = useCurrentUser()
  return (
    <Card title="Profile Information">
      <div className={styles.profile}>
        <PhotoField user={user} />
        <UsernameField user={user} />
      </div>
      <AboutForm userId={user.id} />
    </Card>
  )
}
