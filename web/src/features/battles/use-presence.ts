import { useEffect } from 'react'
import { request } from '#lib/api'

const HEARTBEAT_MS = 15_000

/** Says that the signed-in viewer watches a battle, for as long as it is open. Nobody is told when that fails. */
export function usePresence(battleId: string, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const say = (what: 'join' | 'heartbeat' | 'leave') =>
      request(`POST /api/battles/:id/${what}`, { params: { id: battleId } }).catch(() => undefined)
    void say('join')
    const timer = setInterval(() => void say('heartbeat'), HEARTBEAT_MS)
    return () => {
      clearInterval(timer)
      void say('leave')
    }
  }, [battleId, isSignedIn])
}
