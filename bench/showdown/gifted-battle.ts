import { CROWD_RULES } from '@aura/api/rules/crowd'
import { request } from '@playwright/test'
import { callAs, challengeByCalls, type Fighter, fighter } from '../../tests/journeys/support/arena.ts'
import type { ClockServer } from '../../tests/journeys/support/servers.ts'

const GIFTERS = 24
const COMMENT_PAUSE_MS = (CROWD_RULES.commentPauseSeconds + 1) * 1_000
const PURSE = 100_000_000
const STARTS = '2026-03-02T16:00:00Z'

/**
 * Starts a battle. Each `gift` comes from the next of many people, and the lead changes now and then. `talk` sends a comment
 * and three cheers from the next of the talkers, since the number of comments per person is limited, and moves the
 * server's clock once all have spoken. `showStreams` lets both sides show the stream at an address, or none.
 */
export async function giftedBattle(server: ClockServer, count: number) {
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
  let nowMs = Date.parse(STARTS)
  const setClock = async (at: string) => {
    nowMs = Date.parse(at)
    await server.setClock(at)
  }
  const talkers: Fighter[] = []
  for (let i = 0; i < count; i++) talkers.push(await join(`talker_${i}`, {}))
  let said = 0
  const talk = async () => {
    if (said % count === 0) await setClock(new Date(nowMs + COMMENT_PAUSE_MS).toISOString())
    const by = talkers[said++ % count] as Fighter
    const cheered = said % 3 === 0 ? bo.id : ada.id
    await callAs(server, by, `/api/battles/${id}/react`, { participantId: cheered, taps: 3 })
    return callAs(server, by, `/api/battles/${id}/comments`, { text: `${said} `.padEnd(100, 'a comment ') })
  }
  const showStreams = async (address: string | null) => {
    for (const { request: by } of [ada, bo]) {
      const reply = await by.put(`${server.url}/api/battles/streams`, {
        headers: { origin: server.url },
        data: { address },
      })
      if (!reply.ok()) throw new Error(await reply.text())
    }
  }
  return { id, gift, talk, setClock, showStreams }
}
