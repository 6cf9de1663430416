import type { About } from '@aura/api/calls/people'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '#lib/api'
import { ApiError, errorCode } from '#lib/api-error'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'

interface LinkEntry {
  key: number
  name: string
  url: string
}

interface Typed {
  bio: string
  links: readonly LinkEntry[]
}

interface LinkFault {
  key: number
  text: string
}

const filled = (links: readonly LinkEntry[]) => links.filter(({ name, url }) => `${name}${url}`.trim() !== '')

/** Returns the refused link, or null for other failures. */
function faultOf(error: Error, links: readonly LinkEntry[]): LinkFault | null {
  if (errorCode(error) !== 'LINK_REFUSED' || !(error instanceof ApiError)) return null
  const link = links[Number(error.data.at)]
  return link ? { key: link.key, text: error.serverMessage ?? errorTexts.about.description } : null
}

/** Bio and links as typed. Saving replaces them by what was saved, except for what was changed meanwhile. */
export function useAbout(userId: string, about: About) {
  const client = useQueryClient()
  const nextKey = useRef(about.links.length)
  const [bio, setBio] = useState(about.bio)
  const [links, setLinks] = useState<readonly LinkEntry[]>(() =>
    about.links.map(({ name, url }, key) => ({ key, name, url })),
  )
  const [fault, setFault] = useState<LinkFault | null>(null)
  const save = useWrite({
    send: (typed: Typed) =>
      request('PUT /api/user/about', {
        body: { bio: typed.bio, links: filled(typed.links).map(({ name, url }) => ({ name, url })) },
      }),
    onSuccess: async (saved, sent) => {
      setFault(null)
      const kept = filled(sent.links)
      setBio((now) => (now === sent.bio ? saved.bio : now))
      setLinks((now) =>
        now.flatMap((link) => {
          if (!sent.links.includes(link)) return link
          const its = saved.links[kept.indexOf(link)]
          return its ? { key: link.key, name: its.name, url: its.url } : []
        }),
      )
      toast({ title: 'Profile updated', durationMs: 3_000 })
      await client.invalidateQueries(read('GET /api/users/:id', { id: userId }))
    },
    onError: (error, sent) => {
      const refused = faultOf(error, filled(sent.links))
      setFault(refused)
      return refused ? undefined : toastFailure(error, errorTexts.about)
    },
  })
  return {
    bio,
    links,
    fault,
    isSaving: save.isPending,
    setBio,
    addLink: () => setLinks((before) => [...before, { key: nextKey.current++, name: '', url: '' }]),
    removeLink: (key: number) => setLinks((before) => before.filter((link) => link.key !== key)),
    changeLink(key: number, changes: Partial<LinkEntry>) {
      setLinks((before) => before.map((link) => (link.key === key ? { ...link, ...changes } : link)))
      if (fault?.key === key) setFault(null)
    },
    save: () => save.mutate({ bio, links }),
  }
}
