import { useCurrentUser } from '#features/auth'
import { Card } from './card.tsx'
import { PhotoField } from './photo-field.tsx'
import styles from './settings.module.css'
import { UsernameField } from './username-field.tsx'

export function ProfileCard() {
  const user = useCurrentUser()
  return (
    <Card title="Profile Information">
      <div className={styles.profile}>
        <PhotoField user={user} />
        <UsernameField user={user} />
      </div>
    </Card>
  )
}
