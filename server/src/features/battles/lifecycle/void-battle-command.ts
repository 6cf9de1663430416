import type { AdminCommand } from '#platform/feature'
import { voidBattle } from './void-battle.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const voidBattleCommand: AdminCommand = {
  name: 'void-battle',
  form: 'ID REASON',
  does: 'cancel an accepted or live battle; stakes and gifts are returned',
  fault(battleId, reason) {
    if (!UUID.test(battleId)) return `${battleId || 'Nothing'} is not the id of a battle.`
    return reason === null ? 'Give a reason. Everyone will see it.' : undefined
  },
  async run(ctx, battleId, reason) {
    await voidBattle(ctx, { battleId: battleId.toLowerCase(), reason: reason ?? '', adminId: null })
    return `Battle ${battleId} is cancelled. Stakes and gifts were returned.`
  },
}
