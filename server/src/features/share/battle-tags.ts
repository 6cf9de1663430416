import { isStarted } from '@aura/api/battle-statuses'
import type { BattleDetail } from '@aura/api/calls/battles/battle'
import { battleReader } from '#features/battles'
import { AppError } from '#platform/app-error'
import type { Context } from '#platform/context'
import type { PageTagSource } from '#platform/http/pages/page-tags'
import { battlePicture, wordsOf } from './battle-picture.ts'
import { versionOf } from './share-image.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function publicBattleReader(ctx: Context): (id: string) => Promise<BattleDetail | null> {
  const read = battleReader(ctx)
  return async (id) => {
    if (!UUID.test(id)) return null
    try {
      return await read(id.toLowerCase(), undefined)
    } catch (error) {
      if (error instanceof AppError && error.code === 'BATTLE_NOT_FOUND') return null
      throw error
    }
  }
}

export const battleImage = (battle: BattleDetail): string =>
  `/share/battles/${battle.id}.jpg?v=${versionOf(battlePicture(battle))}`

export function battlePageTags(ctx: Context): PageTagSource {
  const read = publicBattleReader(ctx)
  return {
    pattern: /^\/(?:battles?|(?:overlay|embed)\/battle)\/([^/]+)(\/receipt)?$/i,
    async read(id = '', receipt = '') {
      const battle = await read(id)
      if (!battle) return null
      return {
        ...wordsOf(battle),
        path: `/battles/${battle.id}${receipt.toLowerCase()}`,
        oembed: true,
        ...(isStarted(battle.status) && battle.decidedBy === 'knowledge' && { besides: 'rounds' }),
        image: battleImage(battle),
      }
    },
  }
}
