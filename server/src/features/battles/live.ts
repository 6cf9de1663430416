import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { Feature } from '#platform/feature'
import { liveMarker, sharedLiveAnswer } from '#platform/live/live-answer'
import type { LiveSource } from '#platform/live/source'
import { battleReader } from './read-battles.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const OWN_FIELDS = ['can', 'declineReason', 'ownGifts', 'serverTime', 'streams', 'version'] as const

/** Omits the fields that differ by viewer: pages keep their own values and refetch when the status changes. */
export function battleLive(ctx: Context, features: readonly Feature[]): LiveSource {
  const readBattle = battleReader(ctx, features)
  return {
    kind: 'battle',
    access: 'everyone',
    hasViewers: true,
    async read(id) {
      if (!UUID.test(id)) return null
      try {
        const battle = await readBattle(id, undefined)
        const input = { params: { id } }
        return [
          sharedLiveAnswer('GET /api/battles/:id', input, battle, OWN_FIELDS),
          liveMarker('GET /api/battles/:id', input, battle.version),
        ]
      } catch (error) {
        if (error instanceof AppError && error.code === 'BATTLE_NOT_FOUND') return null
        throw error
      }
    },
  }
}

/** Makes pages refetch their lists, which differ by filter and viewer. */
export const battlesLive = (): LiveSource => ({
  kind: 'battles',
  access: 'everyone',
  read: async () => [liveMarker('GET /api/battles', {}, Date.now())],
})
