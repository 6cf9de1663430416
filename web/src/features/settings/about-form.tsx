import type { About } from '@aura/api/calls/people'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import { cleanLine } from '@aura/api/visible-text'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { Field, TextArea } from '#ui/forms/field'
import styles from './settings.module.css'
import { useAbout } from './use-about.ts'

const { bioLength, links: maxLinks, linkNameLength } = PEOPLE_RULES

/** Bio and links as the profile shows them. */
export function AboutForm({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/users/:id', { id: userId }), staleTime: 0 })
  if (data) return <Form userId={userId} about={data.about} />
  if (!error) return <Skeleton className="h-28" />
  return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
}

function Form({ userId, about }: { userId: string; about: About }) {
  const { bio, links, fault, isSaving, setBio, addLink, removeLink, changeLink, save } = useAbout(userId, about)
  const bioLeft = bioLength - cleanLine(bio).length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (bioLeft >= 0 && !isSaving) save()
  }
  return (
    <form className={styles.about} onSubmit={submit} noValidate>
      <TextArea
        label="Bio"
        optional
        value={bio}
        onText={setBio}
        counted={bioLength}
        error={bioLeft < 0 ? `A bio has at most ${bioLength} characters` : undefined}
      />
      <fieldset className={styles.links}>
        <legend>Links, up to {maxLinks}</legend>
        {links.map(({ key, name, url }, at) => (
          <div key={key} className={styles.link}>
            <Field
              label={`Address ${at + 1}`}
              value={url}
              onText={(text) => changeLink(key, { url: text })}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              error={fault?.key === key ? fault.text : undefined}
            />
            <Field
              label={`Name ${at + 1}`}
              optional
              value={name}
              onText={(text) => changeLink(key, { name: text })}
              maxLength={linkNameLength}
            />
            <Button kind="secondary" aria-label={`Remove link ${at + 1}`} onClick={() => removeLink(key)}>
              <X size={20} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </div>
        ))}
      </fieldset>
      <div className={styles.aboutActions}>
        <Button kind="secondary" disabled={links.length >= maxLinks} onClick={addLink}>
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add a link
        </Button>
        <Button type="submit" disabled={bioLeft < 0} busy={isSaving && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  )
}
