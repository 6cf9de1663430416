import { useEffect } from 'react'
import { request } from '#lib/api'
import { keepPresence } from './presence.ts'

export function usePresence(battleId: string, isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    return keepPresence((what) => request(`POST /api/battles/:id/${what}`, { params: { id: battleId } }))
  }, [battleId, isSignedIn])
}
