import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '@aura/api/ids'
import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#features/auth'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { IconButton } from '#ui/forms/icon-button'
import styles from './settings.module.css'
import { useSaveUsername } from './use-save-username.ts'
import { useUsernameCheck } from './use-username-check.ts'
import { asUsername } from './username.rules.ts'

export function UsernameField({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The pressed button is gone: move the focus to the pencil.
    if (wasEditing.current && !isEditing) pencil.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <UsernameForm user={user} onDone={() => setEditing(false)} />
  return (
    <div>
      <p className="text-sm text-ink-2">Username</p>
      <p className={styles.username}>
        <b>{user.username}</b>
        <IconButton
          ref={pencil}
          label="Edit username"
          icon={<Pencil size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setEditing(true)}
        />
      </p>
    </div>
  )
}

function UsernameForm({ user, onDone }: { user: User; onDone: () => void }) {
  const [text, setText] = useState(user.username)
  const { isAvailable, ...texts } = useUsernameCheck(text, user.id)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const onSaved = () => void toast({ title: 'Username updated successfully!', durationMs: 3_000 })
  const save = useSaveUsername(text, { onSaved, onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isAvailable && !save.isPending) save.mutate(asUsername(text))
  }
  return (
    <form className={styles.edit} onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone()}>
      <Field
        ref={input}
        label="Username"
        aside={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH}: a-z, 0-9, _`}
        value={text}
        onText={setText}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        after={
          <span className={styles.count} aria-hidden="true">
            {text.length}/{USERNAME_MAX_LENGTH}
          </span>
        }
        {...texts}
      />
      <Button
        type="submit"
        aria-label="Save username"
        disabled={!isAvailable}
        busy={save.isPending && <span className="sr-only">Saving...</span>}
      >
        <Check size={20} strokeWidth={2.25} aria-hidden="true" />
      </Button>
      <Button kind="secondary" aria-label="Cancel" onClick={onDone}>
        <X size={20} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </form>
  )
}
