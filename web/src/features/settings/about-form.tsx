import type { About } from '@aura/api/calls/people'
import { PEOPLE_RULES } from '@aura/api/rules/people'
import { cleanLine } from '@aura/api/visible-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { request } from '#lib/api'
import { ApiError, errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field, TextArea } from '#ui/forms/field'
import { errorTexts } from './error-texts.ts'
import styles from './settings.module.css'

const { bioLength, links: maxLinks, linkNameLength } = PEOPLE_RULES

/** Bio and links as the profile shows them. */
export function AboutForm({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery({ ...read('GET /api/users/:id', { id: userId }), staleTime: 0 })
  if (data) return <Form userId={userId} about={data.about} />
  if (!error) return <Skeleton className="h-28" />
  return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
}

interface LinkEntry {
  key: number
  name: string
  url: string
}

interface LinkFault {
  key: number
  text: string
}

/** Returns the refused link, or null for other failures. */
function faultOf(error: Error, links: readonly LinkEntry[]): LinkFault | null {
  if (errorCode(error) !== 'LINK_REFUSED' || !(error instanceof ApiError)) return null
  const link = links[Number(error.data.at)]
  return link ? { key: link.key, text: error.serverMessage ?? errorTexts.about.description } : null
}

const isBlank = ({ name, url }: LinkEntry): boolean => `${name}${url}`.trim() === ''

function Form({ userId, about }: { userId: string; about: About }) {
  const client = useQueryClient()
  const nextKey = useRef(about.links.length)
  const [bio, setBio] = useState(about.bio)
  const [links, setLinks] = useState<LinkEntry[]>(() => about.links.map(({ name, url }, key) => ({ key, name, url })))
  const [fault, setFault] = useState<LinkFault | null>(null)
  const bioLeft = bioLength - cleanLine(bio).length
  const save = useWrite({
    send: ({ text, kept }: { text: string; kept: LinkEntry[] }) =>
      request('PUT /api/user/about', { body: { bio: text, links: kept.map(({ name, url }) => ({ name, url })) } }),
    onSuccess: async (saved) => {
      setBio(saved.bio)
      setLinks(saved.links.map(({ name, url }) => ({ key: nextKey.current++, name, url })))
      toast({ title: 'Profile updated', durationMs: 3_000 })
      await client.invalidateQueries(read('GET /api/users/:id', { id: userId }))
    },
    onError: (error, { kept }) => {
      const refused = faultOf(error, kept)
      setFault(refused)
      return refused ? undefined : toastFailure(error, errorTexts.about)
    },
  })
  const change = (key: number, changes: Partial<LinkEntry>) => {
    setLinks((before) => before.map((link) => (link.key === key ? { ...link, ...changes } : link)))
    if (fault?.key === key) setFault(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (bioLeft < 0 || save.isPending) return
    save.mutate({ text: bio, kept: links.filter((link) => !isBlank(link)) })
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
              onText={(text) => change(key, { url: text })}
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
              onText={(text) => change(key, { name: text })}
              maxLength={linkNameLength}
            />
            <Button
              kind="secondary"
              aria-label={`Remove link ${at + 1}`}
              onClick={() => setLinks((before) => before.filter((link) => link.key !== key))}
            >
              <X size={20} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </div>
        ))}
      </fieldset>
      <div className={styles.aboutActions}>
        <Button
          kind="secondary"
          disabled={links.length >= maxLinks}
          onClick={() => setLinks((before) => [...before, { key: nextKey.current++, name: '', url: '' }])}
        >
          <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
          Add a link
        </Button>
        <Button type="submit" disabled={bioLeft < 0} busy={save.isPending && 'Saving...'}>
          Save
        </Button>
      </div>
    </form>
  )
}
