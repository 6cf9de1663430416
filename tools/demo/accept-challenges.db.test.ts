import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { Actor, newcomer } from '../../tests/server/actors/actors.ts'
import { answer, pass, readRounds, ready, solutionOf } from '../../tests/server/actors/rounds.ts'
import { ORIGIN, type TestApp, testApp } from '../../tests/server/test-app.ts'
import { challengeAccepter } from './accept-challenges.ts'
import { PERSONAS } from './personas.ts'
import { playDemo } from './play-demo.ts'
import { duelStarter, roundsPlayer } from './play-rounds.ts'

const [TEMI, GAS, YUKI, HANA] = ['temi_codes', 'gas_goblin', 'yuki_reads', 'hana_hashes'] as const

let test: TestApp
beforeAll(async () => {
  test = await testApp()
  const few = PERSONAS.filter(({ username }) => [TEMI, GAS, YUKI, HANA].some((name) => name === username))
  const recent = few.map((persona) => ({ ...persona, joinedDaysAgo: 1, missedDaysAgo: [] }))
  await playDemo(test.ctx, await loadCatalogue(test.ctx.settings.lessonsDir), undefined, recent)
})
afterAll(() => test.close())

async function appFetch(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { statusCode, body, headers } = await test.app.inject({
    method: (init.method ?? 'GET') as 'GET',
    url: String(url).slice(ORIGIN.length),
    headers: init.headers as Record<string, string>,
    ...(init.body ? { payload: init.body as string } : {}),
  })
  const response = new Response(body, { status: statusCode })
  for (const line of [headers['set-cookie'] ?? []].flat()) response.headers.append('set-cookie', line)
  return response
}

const server = { url: ORIGIN, rpcUrl: '', usdc: '0x', steeze: '0x' } as const

const lists = async () => {
  const visitor = new Actor(test)
  return {
    live: await visitor.call('GET /api/battles', { query: { view: 'live' } }),
    upcoming: await visitor.call('GET /api/battles', { query: { view: 'upcoming' } }),
  }
}

const accepter = () => {
  const accept = challengeAccepter(server, appFetch)
  return async () => accept((await lists()).upcoming)
}

const idOf = async (actor: Actor, username: string) =>
  (await actor.call('GET /api/users/search', { query: { q: username } })).find((found) => found.username === username)
    ?.id ?? ''

const challenge = async (actor: Actor, opponentId: string, stakeAmount = 20) =>
  (
    await actor.call('POST /api/battles', {
      body: {
        opponentId,
        stakeAmount,
        battleDate: new Date(test.ctx.clock.now().getTime() + 300_000).toISOString(),
        duration: 3,
      },
    })
  ).id

const statusOf = async (actor: Actor, id: string) =>
  (await actor.call('GET /api/battles/:id', { params: { id } })).status

describe('creators of the demo', () => {
  it('accept challenges of newcomers, once [battles.demo-accepts]', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const forTemi = await challenge(ada, await idOf(ada, TEMI))
    const forBo = await challenge(ada, (await bo.me()).id)
    const acceptAll = accepter()
    expect(await acceptAll()).toBe(1)
    expect(await statusOf(ada, forTemi)).toBe('accepted')
    expect(await statusOf(ada, forBo)).toBe('pending')
    expect(await acceptAll()).toBe(0)
  })

  it('are not stopped by a challenge that one of them cannot accept', async () => {
    const [ada, bo] = [await newcomer(test), await newcomer(test)]
    const gas = await idOf(ada, GAS)
    const unanswered = await challenge(ada, gas)
    await test.ctx.db.query(
      `insert into suspensions (user_id, scope, reason, suspended_at) values ($1, 'account', 'A test', $2)`,
      [gas, test.ctx.clock.now()],
    )
    const forTemi = await challenge(bo, await idOf(bo, TEMI))
    expect(await accepter()()).toBe(1)
    expect([await statusOf(ada, unanswered), await statusOf(bo, forTemi)]).toEqual(['pending', 'accepted'])
  })

  it('are ready for rounds when their opponent is, and answer them [battles.demo-rounds]', async () => {
    const ada = await newcomer(test)
    const body = {
      opponentId: await idOf(ada, TEMI),
      stakeAmount: 20,
      decidedBy: 'knowledge',
      bestOf: 3,
    } as const
    const { id } = await ada.call('POST /api/battles', { body })
    await accepter()()
    const catalogue = await loadCatalogue(test.ctx.settings.lessonsDir)
    const playAll = roundsPlayer(server, catalogue, { send: appFetch, random: () => 0 })
    await playAll(await lists())
    expect(await readRounds(ada, id)).toMatchObject({ phase: 'waiting', lobby: { ready: { opponent: false } } })
    await ready(ada, id)
    await playAll(await lists())
    expect(await readRounds(ada, id)).toMatchObject({ phase: 'countdown' })
    await pass(test, 3_000)
    await playAll(await lists())
    expect(await readRounds(ada, id)).toMatchObject({ open: { answered: { challenger: false, opponent: true } } })
    await answer(ada, id, 1, (await solutionOf(test.ctx, id)).wrong)
    expect(await readRounds(ada, id)).toMatchObject({ results: [{ result: 'opponent' }] })
  })

  it('start rounds among themselves while none are on, play them, and let others practise against them [battles.demo-live-rounds]', async () => {
    const catalogue = await loadCatalogue(test.ctx.settings.lessonsDir)
    const options = { send: appFetch, random: () => 0 }
    const visitor = await newcomer(test)
    let isLost = true
    const send: typeof fetch = (url, init) =>
      isLost && String(url).endsWith('/accept') ? Promise.reject(new Error('lost')) : appFetch(url, init)
    const startDuel = duelStarter(server, { ...options, send }, [YUKI, HANA])
    await startDuel(await lists())
    isLost = false
    await startDuel(await lists())
    await startDuel(await lists())
    const duels = (await lists()).upcoming.filter(({ decidedBy }) => decidedBy === 'knowledge')
    expect(duels).toMatchObject([{ status: 'accepted', challenger: { username: YUKI }, opponent: { username: HANA } }])
    const id = duels[0]?.id ?? ''
    // If somebody watched, they would hesitate each time.
    const playAll = roundsPlayer(server, catalogue, { ...options, random: () => 0.9 })
    await playAll(await lists())
    expect(await readRounds(visitor, id)).toMatchObject({ phase: 'waiting', lobby: { ready: { challenger: false } } })
    await pass(test, 300_000)
    await playAll(await lists())
    expect(await readRounds(visitor, id)).toMatchObject({ phase: 'countdown' })
    await pass(test, 3_000)
    await playAll(await lists())
    expect(await readRounds(visitor, id)).toMatchObject({ phase: 'reveal', results: [{ number: 1 }] })
    const settings = await test.ctx.db.query('select user_id from practice_partners')
    expect(settings).toHaveLength(2)
  })
})
