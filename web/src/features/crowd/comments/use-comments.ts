import type { Answer } from '@aura/api/calls'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { read } from '#lib/query-client'

export type Comment = Answer<'GET /api/battles/:id/comments'>[number]

const POLL_MS = 5_000
const SOON_MS = 30_000

export const commentsRead = (id: string) => read('GET /api/battles/:id/comments', { id })
export const ownRead = (id: string) => read('GET /api/battles/:id/comments/own', { id })

export function useComments(id: string, { isOpen, isShown }: { isOpen: boolean; isShown: boolean }) {
  useLive(...(isOpen && isShown ? [`comments:${id}`] : []))
  const pollMs = usePollingMs(POLL_MS)
  return useQuery({ ...commentsRead(id), enabled: isShown, refetchInterval: isOpen ? pollMs : false })
}

/** Reads the viewer's permissions. Comments open by the clock and when the end moves, without an event. */
export function useOwn(id: string, { isOpen, isAsked }: { isOpen: boolean; isAsked: boolean }) {
  return useQuery({
    ...ownRead(id),
    enabled: isAsked,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (data?.refusal === 'COMMENTS_NOT_OPEN') return SOON_MS
      return isOpen && data?.refusal === 'COMMENTS_CLOSED' ? POLL_MS : false
    },
  })
}

type Own = Answer<'GET /api/battles/:id/comments/own'>

/**
 * Returns the lane as this viewer sees it: the shared one, or the viewer's own if mutes or blocks hide comments, read
 * again whenever the shared one changes. Empty until that is known.
 */
export function useOwnLane(
  id: string,
  shared: readonly Comment[] | undefined,
  { own, isUnknown }: { own: Own | undefined; isUnknown: boolean },
): readonly Comment[] {
  const client = useQueryClient()
  const isOwn = Boolean(own?.lane)
  const ids = shared?.map(({ id }) => id).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the comments are what it waits for
  useEffect(() => {
    if (isOwn) void client.invalidateQueries(ownRead(id))
  }, [client, id, isOwn, ids])
  return own?.lane ?? (isUnknown ? NONE : (shared ?? NONE))
}

const NONE: readonly Comment[] = []

type Muted = Pick<Own['muted'][number], 'id'>

/** Returns the held comments that were not withdrawn: those older than the list reaches, and those in it. */
export function stillShown(
  held: readonly Comment[],
  comments: readonly Comment[],
  muted: readonly Muted[],
): readonly Comment[] {
  const isMuted = new Set(muted.map(({ id }) => id))
  const isListed = new Set(comments.map(({ id }) => id))
  const [oldest] = comments.length < CROWD_RULES.commentsShown ? [] : comments
  const isOlder = ({ writtenAt }: Comment) =>
    oldest !== undefined && Date.parse(writtenAt) < Date.parse(oldest.writtenAt)
  return held.filter((comment) => !isMuted.has(comment.author.id) && (isListed.has(comment.id) || isOlder(comment)))
}

/** Holds comments while paused. Returns those to show, without hidden ones, and how many arrived since. */
export function usePaused(comments: readonly Comment[], muted: readonly Muted[] = []) {
  const [held, setHeld] = useState<readonly Comment[]>()
  const known = new Set(held?.map(({ id }) => id))
  return {
    shown: held ? stillShown(held, comments, muted) : comments,
    isPaused: held !== undefined,
    waiting: held ? comments.filter(({ id }) => !known.has(id)).length : 0,
    toggle: () => setHeld(held ? undefined : comments),
  }
}
