import type { Rounds } from '@aura/api/calls/battles/rounds'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { untilRead } from '#lib/live/until-read'
import { useLive, usePollingMs } from '#lib/live/use-live'
import { JUST_READ_MS, read } from '#lib/query-client'
import { type Battle, takesPart } from '../shared/battle-view.ts'
import { followOwn, type OwnRecord } from './own-record.ts'
import { dueAtMs } from './round-clock.ts'
import { useReadWhenDue } from './use-read-when-due.ts'

const POLL_MS = 1_500
/** Time for the live state of a due change to arrive before the page asks for it. */
const GRACE_MS = 700

export const roundsRead = (id: string) => read('GET /api/battles/:id/rounds', { id })

/** Keeps the rounds of a battle fresh. Participants follow a stream of their own, which no crowd delays. */
export function useRounds(battle: Pick<Battle, 'id' | 'challengerId' | 'opponentId'>, viewerId: string | undefined) {
  useLive(`${takesPart(battle, viewerId) ? 'duel' : 'rounds'}:${battle.id}`)
  const query = useQuery({
    ...roundsRead(battle.id),
    // The cache may hold an earlier round, unless the page has just read it.
    staleTime: JUST_READ_MS,
    refetchInterval: untilRead(POLL_MS, usePollingMs(POLL_MS)),
  })
  useReadWhenDue(roundsRead(battle.id), query.data ? dueAtMs(query.data) : null, GRACE_MS)
  return query
}

type Sent = Parameters<typeof followOwn>[2]

/** Returns what the viewer answered and how well, from the read, live states and the answer that was just counted. */
export function useOwnRecord(rounds: Rounds, sent: Sent): OwnRecord {
  const [record, setRecord] = useState(() => followOwn(null, rounds, sent))
  const next = followOwn(record, rounds, sent)
  if (next !== record) setRecord(next)
  return next
}
