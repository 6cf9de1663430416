import { request } from '@playwright/test'
import { callAs, challengeByCalls, type Fighter, fighter } from '../../../e2e/support/arena.ts'
import type { ClockServer } from '../../../e2e/support/servers.ts'

const GIFTERS = 24
const PURSE = 100_000_000
const STARTS = '2026-03-02T16:00:00Z'

interface GiftedBattle {
  id: string
  gift: () => Promise<unknown>
}

/** Starts a battle; each `gift` comes from the next of many people, and the lead changes now and then. */
export async function giftedBattle(server: ClockServer): Promise<GiftedBattle> {
  const join = async (name: string, purse: { ap?: number; steeze?: number }) =>
    fighter(server, await request.newContext(), name, purse)
  const [ada, bo] = [await join('adaezelive', { ap: 1_000 }), await join('tobi_wav', { ap: 1_000 })]
  const id = await challengeByCalls(server, ada, bo, { title: 'Who cooked harder?', startsAt: STARTS })
  await callAs(server, bo, `/api/battles/${id}/accept`)
  await server.setClock(STARTS)
  const fans: Fighter[] = []
  for (let i = 0; i < GIFTERS; i++) fans.push(await join(`fan_${i}`, { steeze: PURSE }))
  let given = 0
  const gift = async () => {
    given += 1
    const leads = Math.sin(given / 120) > 0
    const participantId = (given % 3 === 0) === leads ? ada.id : bo.id
    const by = fans[(given * 7) % fans.length] as Fighter
    return callAs(server, by, '/api/battles/gift', { battleId: id, participantId, amount: 1 + ((given * 31) % 90) })
  }
  return { id, gift }
}
