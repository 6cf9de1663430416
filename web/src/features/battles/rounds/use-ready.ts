import type { Rounds } from '@aura/api/calls/battles/rounds'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '#lib/api'
import { serverNow } from '#lib/time/server-clock'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { errorTexts } from '../shared/error-texts.ts'
import { roundsRead } from './use-rounds.ts'

/** Before the start, being ready lapses after a minute, so an open page says it again in time. */
const AGAIN_MS = 25_000

/** Returns how a participant becomes ready, and stays so while a page of theirs is in sight. */
export function useReady(battleId: string, { phase, lobby, own }: Rounds) {
  const client = useQueryClient()
  const isKept = phase === 'waiting' && own?.side != null && lobby?.ready[own.side] === true
  const ready = useWrite({
    send: () => request('POST /api/battles/:id/rounds/ready', { params: { id: battleId } }),
    onSuccess: (state) => client.setQueryData(roundsRead(battleId).queryKey, state),
    onError: (error) => toastFailure(error, errorTexts.ready),
  })
  useEffect(() => {
    if (!isKept) return
    const { queryKey } = roundsRead(battleId)
    const again = async () => {
      if (document.hidden) return
      try {
        client.setQueryData(queryKey, await request('POST /api/battles/:id/rounds/ready', { params: { id: battleId } }))
      } catch {
        // Shows whether it has lapsed, with the button.
        await client.invalidateQueries({ queryKey })
      }
    }
    const timer = setInterval(again, AGAIN_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [battleId, client, isKept])
  return { press: () => ready.mutate(), isPending: ready.isPending }
}

const FIRST_PINGS = 5
const PING_MS = 3_000

/** Sends a token, or asks for one, and returns the next. */
type Ping = (token: string | null) => Promise<{ token: string }>

/** Lets the server measure a participant's round trip in a battle while the page is in sight. */
export const usePings = (battleId: string, isPlaying: boolean): void =>
  usePingsBy(
    (token) => request('POST /api/battles/:id/rounds/ping', { params: { id: battleId }, body: { token } }),
    isPlaying,
  )

/** Lets the server measure the round trip: five times at first, then every 3 s. */
export function usePingsBy(ping: Ping, isPlaying: boolean): void {
  const newest = useRef(ping)
  newest.current = ping
  useEffect(() => {
    if (!isPlaying) return
    let isGone = false
    const measure = async () => {
      const { token } = await newest.current(null)
      await newest.current(token)
    }
    const run = async () => {
      for (let nr = 1; !isGone; nr++) {
        // An unmeasured trip takes nothing off an answer; the next ping measures it.
        if (!document.hidden) await measure().catch(() => {})
        if (nr >= FIRST_PINGS) await new Promise((resolve) => setTimeout(resolve, PING_MS))
      }
    }
    void run()
    return () => {
      isGone = true
    }
  }, [isPlaying])
}

/** Returns whether a participant can press Ready now. */
export const canBeReady = ({ phase, lobby, own }: Rounds): boolean =>
  own?.side != null &&
  lobby !== null &&
  !lobby.ready[own.side] &&
  (phase === 'lobby' || (phase === 'waiting' && serverNow() >= Date.parse(lobby.readyFrom)))
