import { STREAM_RULES } from '@aura/api/rules/streams'
import { PLAYER_STATES, type PlayerState } from '@aura/api/streams'
import { type RefObject, useEffect, useState } from 'react'

const WAIT_MS = STREAM_RULES.waitSeconds * 1_000

/** Returns the state that a player's page reports; undefined for messages that are none. */
function stateOf(data: unknown): PlayerState | undefined {
  const told = typeof data === 'object' && data !== null && 'player' in data ? data.player : undefined
  return PLAYER_STATES.find((state) => state === told)
}

/** Follows the page in a frame: it is loading until it reports otherwise, and has failed after a while. */
export function usePlayer(frame: RefObject<HTMLIFrameElement | null>): PlayerState | 'loading' {
  const [state, setState] = useState<PlayerState | 'loading'>('loading')
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent) => {
      const told = stateOf(data)
      if (told && origin === location.origin && source === frame.current?.contentWindow) setState(told)
    }
    addEventListener('message', hear)
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), WAIT_MS)
    return () => {
      removeEventListener('message', hear)
      clearTimeout(timer)
    }
  }, [frame])
  return state
}
