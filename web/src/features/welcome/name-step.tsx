import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '@aura/api/ids'
import { type FormEvent, type Ref, useState } from 'react'
import { PersonRing } from '#aura/person-ring.tsx'
import type { User } from '#features/auth'
import { PhotoButton } from '#features/images'
import { asUsername, useSaveUsername, useUsernameCheck } from '#features/settings'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import styles from './welcome.module.css'

export interface StepProps {
  user: User
  heading: Ref<HTMLHeadingElement>
  /** Whether a lesson passed before joining is claimed as the welcome ends. */
  isWaiting: boolean
  /** Destination while the welcome is ending, otherwise null. */
  finishing: string | null
  onSkip: () => void
}

export function NameStep({ user, heading, finishing, onSkip, onDone }: StepProps & { onDone: () => void }) {
  const [text, setText] = useState(user.username)
  const { isAvailable, ...texts } = useUsernameCheck(text, user.id)
  const isKept = asUsername(text) === user.username
  const save = useSaveUsername(text, { onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (finishing !== null) return
    if (isKept) onDone()
    else if (isAvailable && !save.isPending) save.mutate(asUsername(text))
  }
  return (
    <div className={styles.step}>
      <div className={styles.face}>
        <div className={styles.photo}>
          <PersonRing person={user} size={208} />
          <PhotoButton user={user} />
        </div>
        <p className={styles.optional}>A picture is optional</p>
      </div>
      <form className={styles.words} onSubmit={submit}>
        <h1 ref={heading} tabIndex={-1} className="h1">
          Welcome to Aura
        </h1>
        <p className={styles.text}>
          This is how others see you. The name is a suggestion, and you can change both whenever you like.
        </p>
        <Field
          label="Username"
          aside={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH}: a-z, 0-9, _`}
          value={text}
          onText={setText}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...(isKept ? {} : texts)}
        />
        <div className={styles.actions}>
          <Button type="submit" size={56} disabled={!isKept && !isAvailable} busy={save.isPending && 'Saving...'}>
            Continue
          </Button>
          <Button kind="ghost" size={56} busy={finishing !== null && 'Skipping...'} onClick={onSkip}>
            Skip
          </Button>
        </div>
      </form>
    </div>
  )
}
