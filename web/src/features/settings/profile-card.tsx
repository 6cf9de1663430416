import { IMAGE_TYPE_NAMES, MAX_CHOSEN_IMAGE } from '@aura/api/profile-image'
import { PersonRing } from '#aura/person-ring.tsx'
import { type User, useCurrentUser } from '#features/auth'
import { PhotoButton } from '#features/images'
import { CopyButton } from '#ui/forms/copy-button'
import { AboutForm } from './about-form.tsx'
import { Card, Setting } from './card.tsx'
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

function Badge({ user: { id, username } }: { user: User }) {
  const { origin } = location
  const picture = `${origin}/badge/${username}.svg`
  const page = `${origin}/user/${id}`
  const alt = `${username} on Aura`
  return (
    <Setting
      title="Badge for other sites"
      note={
        <>
          Your ring, level and streak, always up to date.
          <img src={picture} alt={alt} className="mt-2 h-16" loading="lazy" />
          <div className="mt-1 flex flex-wrap items-center gap-x-2">
            HTML
            <CopyButton
              text={`<a href="${page}"><img src="${picture}" alt="${alt}" height="64"></a>`}
              label="Copy HTML"
            />
            Markdown
            <CopyButton text={`[![${alt}](${picture})](${page})`} label="Copy Markdown" />
          </div>
        </>
      }
    />
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
      <Badge user={user} />
    </Card>
  )
}
