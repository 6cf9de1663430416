import { useEffect } from 'react'
import { request } from '#lib/api'
import { keepPresence } from './presence.ts'

/** Says that the signed-in viewer watches a battle, for as long as it is open. */
export function usePresence(battleId: string, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    return keepPresence((what) => request(`POST /api/battles/:id/${what}`, { params: { id: battleId } }))
  }, [battleId, isSignedIn])
}
