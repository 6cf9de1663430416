import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { follow, USDC } from '../../tests/server/chain/chain.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { TestClock } from '../../tests/server/fakes.ts'
import { type TestApp, testApp } from '../../tests/server/test-app.ts'
import { personaWallet } from './persona-wallet.ts'
import { PERSONAS } from './personas.ts'
import { playBattles } from './play-battles.ts'
import { playDemo } from './play-demo.ts'

const NAMES = [
  'temi_codes',
  'gas_goblin',
  'kofi_mints',
  'yuki_reads',
  'hana_hashes',
  'merkle_maya',
  'ada_onchain',
  'tobi_wav',
  'sol_sister',
  'gwei_gwen',
  'rollup_raj',
  'fork_frida',
  'replay_rosa',
]

describe('the demo’s battles', () => {
  let test: TestApp
  let clock: TestClock
  let played: number
  const connected: unknown[] = []
  const chat = createServer((socket) => {
    connected.push(socket.remotePort)
    socket.destroy()
  })
  beforeAll(async () => {
    await once(chat.listen(0, '127.0.0.1'), 'listening')
    const twitchChatUrl = `irc://127.0.0.1:${(chat.address() as AddressInfo).port}`
    clock = new TestClock('2026-03-02T09:30:00Z')
    test = await testApp({ clock, settings: { twitchChatUrl } })
    const few = PERSONAS.filter(({ username }) => NAMES.includes(username)).map((persona) => ({
      ...persona,
      joinedDaysAgo: 1,
      missedDaysAgo: [],
    }))
    await playDemo(test.ctx, await loadCatalogue(test.ctx.settings.lessonsDir), undefined, few)
    for (const name of NAMES) {
      test.ctx.chain.mint(personaWallet(name), 20 * USDC)
      test.ctx.chain.buy(personaWallet(name), 20 * USDC)
    }
    test.ctx.chain.mine(50)
    await follow(test)
    played = await playBattles(test.ctx)
  })
  afterAll(async () => {
    await test.close()
    chat.close()
  })

  const counts = () => new Actor(test).call('GET /api/battles/counts')

  it('are some that are over and were won, one that is live, one ahead and one that waits, stay so when it is played again, and live on with the days [landing.status-since]', async () => {
    expect(played).toBe(7)
    expect(await counts()).toEqual({ total: 7, live: 1, upcoming: 2, completed: 4, mine: null })
    const over = await new Actor(test).call('GET /api/battles', { query: { view: 'completed' } })
    expect(over[0]).toMatchObject({ title: 'Who read it well?', decidedBy: 'knowledge', status: 'completed' })
    expect(
      over.slice(1).map(({ title, challengerVotes, opponentVotes }) => [title, challengerVotes, opponentVotes]),
    ).toEqual([
      ['Trees at night', 23, 11],
      ['Rug or real', 13, 19],
      ['Who cooked harder?', 25, 4],
    ])
    // A giver has not joined, and a battle has only just started.
    const [live] = await new Actor(test).call('GET /api/battles', { query: { view: 'live' } })
    expect([live?.challengerVotes, live?.opponentVotes]).toEqual([2, 3])
    const said = await new Actor(test).call('GET /api/battles/:id/comments', { params: { id: live?.id ?? '' } })
    expect(said.map(({ author }) => author.username)).toEqual(['tobi_wav', 'kofi_mints', 'fork_frida'])
    const { chats } = await new Actor(test).call('GET /api/battles/:id/cheers', { params: { id: live?.id ?? '' } })
    expect(chats.map(({ participantId, channel }) => [participantId, channel])).toEqual([
      [live?.challengerId, 'aura_demo_tobi_wav'],
    ])
    // A connection would keep the demo's process, and with it `npm start`, from ending.
    expect(connected).toEqual([])
    expect(await test.ctx.db.query('select lease_holder from battle_chats')).toEqual([{ lease_holder: null }])
    expect((await auditLedger(test.ctx.db)).broken).toEqual([])
    // The server has not run on the days that were played.
    expect((await new Actor(test).call('GET /api/status')).since).toBeNull()

    const before = await databaseState(test.ctx.db)
    expect(await playBattles(test.ctx)).toBe(0)
    expect(await databaseState(test.ctx.db)).toEqual(before)
    clock.advance({ days: 1 })
    expect(await playBattles(test.ctx)).toBeGreaterThan(0)
    expect(await counts()).toMatchObject({ live: 1 })
    expect((await auditLedger(test.ctx.db)).broken).toEqual([])
  })

  it('leave a newcomer two creators to practise rounds against [battles.demo-practice]', async () => {
    const ada = await newcomer(test)
    const { partners } = await ada.call('GET /api/practice')
    expect(partners.map(({ username }) => username).toSorted()).toEqual(['hana_hashes', 'temi_codes'])
    for (const { questions } of partners) expect(questions).toBeGreaterThanOrEqual(4)
  })
})
