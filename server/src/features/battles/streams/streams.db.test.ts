import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STREAM_RULES } from '@aura/api/rules/streams'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../../../../tests/server/actors/actors.ts'
import { admin, logged } from '../../../../../tests/server/actors/admins.ts'
import {
  acceptedBattle,
  challenge,
  creator,
  doDue,
  form,
  liveBattle,
  readBattle,
  runAt,
  STARTS_AT,
} from '../../../../../tests/server/actors/battles.ts'
import { deleteAccount } from '../../../../../tests/server/actors/inviting.ts'
import { openStream } from '../../../../../tests/server/live-stream.ts'
import { openForAll } from '../../../../../tests/server/open-for.ts'
import { refusal } from '../../../../../tests/server/refusal.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { battleReader } from '../read-battles.ts'
import { readOwnStreams, setBattleStream, setOwnStream } from './choose-stream.ts'
import type { ProvenChannel } from './resolve-streams.ts'

const HOSTS = [
  { kind: 'hls', host: 'live.example.org' },
  { kind: 'owncast', host: 'tv.example.org' },
] as const
const ADDRESS = 'https://live.example.org/rooms/ada.m3u8'
const STREAM = { kind: 'hls', host: 'live.example.org', id: 'rooms/ada', text: 'live.example.org/rooms/ada' }
const OWNCAST = { kind: 'owncast', host: 'tv.example.org', id: '', text: 'tv.example.org' }

const test = openForAll(() => testApp({ settings: { streamHosts: HOSTS } }))
beforeEach(async () => {
  await doDue(test.ctx)
  test.ctx.clock.set('2026-03-02T12:00:00Z')
  test.changedTopics()
})

const set = (who: Actor, address: string | null) => who.send('PUT', '/api/battles/streams', { address })
const setIn = (who: Actor, id: string, address: string | null) =>
  who.send('PUT', `/api/battles/${id}/stream`, { address })
const shown = async (viewer: Actor, id: string) => (await readBattle(viewer, id)).streams

describe('a creator’s stream', () => {
  it('is shown in their accepted and live battles, and for a while after the end [battles.stream]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    expect(await readBattle(bo, id)).not.toHaveProperty('streams')
    expect(await set(ada, ADDRESS)).toMatchObject({ status: 200, body: { stream: STREAM, hiddenReason: null } })
    expect(test.changedTopics()).toContain(`battle:${id}`)
    expect(await shown(bo, id)).toEqual({ challenger: STREAM })
    await set(bo, 'tv.example.org')
    await runAt(test, STARTS_AT)
    expect(await shown(ada, id)).toEqual({ challenger: STREAM, opponent: OWNCAST })
    await runAt(test, '2026-03-02T20:00:00Z')
    expect(await shown(ada, id)).toEqual({ challenger: STREAM, opponent: OWNCAST })
    test.ctx.clock.advance({ minutes: STREAM_RULES.afterMinutes })
    expect(await shown(ada, id)).toBeUndefined()
  })

  it('can be another or none in one battle, also while it is live [battles.stream-choice]', async () => {
    const other = await acceptedBattle(test)
    const { ada, bo, id } = await liveBattle(test)
    await set(ada, ADDRESS)
    expect((await setIn(ada, id, 'tv.example.org')).body).toEqual({ choice: 'other', stream: OWNCAST })
    expect(test.changedTopics()).toContain(`battle:${id}`)
    expect(await shown(bo, id)).toEqual({ challenger: OWNCAST })
    expect((await setIn(ada, id, null)).body).toEqual({ choice: 'none', stream: null })
    expect(await shown(bo, id)).toBeUndefined()
    expect((await ada.send('DELETE', `/api/battles/${id}/stream`)).body).toEqual({ choice: 'default', stream: STREAM })
    expect(await shown(bo, id)).toEqual({ challenger: STREAM })
    await set(ada, null)
    expect(await shown(bo, id)).toBeUndefined()
    expect(await setIn(ada, other.id, ADDRESS)).toMatchObject(refusal(403, 'BATTLE_PARTICIPANTS_ONLY'))
    expect(await setIn(ada, crypto.randomUUID(), ADDRESS)).toMatchObject(refusal(404, 'BATTLE_NOT_FOUND'))
  })

  it('can be left out of a challenge when it is sent [battles.stream-choice]', async () => {
    const [ada, bo] = [await creator(test), await creator(test)]
    await set(ada, ADDRESS)
    const { id } = await challenge(ada, bo.id, { ...form(bo.id), showsStream: false })
    expect((await ada.send('GET', `/api/battles/${id}/stream`)).body).toEqual({ choice: 'none', stream: null })
    const { id: usual } = await challenge(ada, bo.id)
    expect((await ada.send('GET', `/api/battles/${usual}/stream`)).body).toEqual({ choice: 'default', stream: STREAM })
  })

  it('of another host is refused with why, and the one before stays [battles.stream-address]', async () => {
    const ada = await creator(test)
    await set(ada, ADDRESS)
    for (const [address, code, status] of [
      ['https://evil.example/ada.m3u8', 'STREAM_HOST_UNKNOWN', 400],
      ['https://twitch.tv/ada', 'STREAM_CHANNEL_UNPROVEN', 403],
      ['http://live.example.org/ada.m3u8', 'STREAM_ADDRESS_INSECURE', 400],
      ['', 'STREAM_ADDRESS_INVALID', 400],
    ] as const)
      expect(await set(ada, address)).toMatchObject(refusal(status, code))
    expect(await set(ada, `https://live.example.org/${'a'.repeat(400)}.m3u8`)).toMatchObject(
      refusal(400, 'INVALID_REQUEST'),
    )
    expect((await ada.send('GET', '/api/battles/streams')).body).toMatchObject({ stream: STREAM })
  })

  it('is hidden between people one of whom blocked the other [battles.stream-hidden]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const [cy, dee] = [await creator(test), await creator(test)]
    await set(ada, ADDRESS)
    await set(bo, ADDRESS)
    const both = { challenger: STREAM, opponent: STREAM }
    await ada.send('PUT', `/api/blocks/${cy.id}`)
    await dee.send('PUT', `/api/blocks/${bo.id}`)
    expect(await shown(cy, id)).toEqual({ opponent: STREAM })
    expect(await shown(dee, id)).toEqual({ challenger: STREAM })
    expect(await shown(await creator(test), id)).toEqual(both)
  })

  it('is hidden by an admin, who gives a reason, until an admin shows it [admin.hide-streams]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    const desk = await admin(test)
    await set(ada, ADDRESS)
    const act = (deed: 'hide' | 'show') =>
      desk.send('POST', `/api/admin/people/${ada.id}/${deed}-streams`, { reason: `To ${deed} it` })
    await act('hide')
    expect((await act('hide')).body).toMatchObject({ streamsHidden: { reason: 'To hide it' } })
    expect(test.changedTopics()).toContain(`battle:${id}`)
    // Setting it again, here or in the battle, shows nothing.
    await set(ada, 'tv.example.org')
    await setIn(ada, id, ADDRESS)
    expect(await shown(bo, id)).toBeUndefined()
    expect((await ada.send('GET', '/api/battles/streams')).body).toMatchObject({ hiddenReason: 'To hide it' })
    const notices = async () =>
      (await ada.call('GET /api/notifications'))
        .filter(({ title }) => /hidden/.test(title))
        .map(({ message }) => message)
    expect(await notices()).toEqual([expect.stringContaining('To hide it')])
    expect((await act('show')).body).toMatchObject({ streamsHidden: null })
    expect(await shown(bo, id)).toEqual({ challenger: STREAM })
    expect(await logged(desk, 2)).toMatchObject([
      { action: 'show-streams', subject: ada.id, reason: 'To show it' },
      { action: 'hide-streams', subject: ada.id, reason: 'To hide it' },
    ])
    await act('hide')
    expect(await notices()).toHaveLength(2)
  })

  it('goes with the account [battles.stream]', async () => {
    const { ada, bo, id } = await liveBattle(test)
    await set(ada, ADDRESS)
    await setIn(ada, id, 'tv.example.org')
    await runAt(test, '2026-03-02T20:00:00Z')
    expect(await shown(bo, id)).toEqual({ challenger: OWNCAST })
    await deleteAccount(ada)
    expect(await shown(bo, id)).toBeUndefined()
    expect(await test.ctx.db.query('select 1 from streams where user_id = $1', [ada.id])).toEqual([])
  })

  it('changes a live battle’s marker, and is in no live state [battles.stream]', async () => {
    const { ada, bo, id } = await liveBattle(test)
    const marker = `/api/battles/${id}*`
    const live = await openStream(test, bo, `battle:${id}`)
    const read = () => bo.call('GET /api/battles/:id', { params: { id } })
    const before = (await live.next()).state
    expect(before?.[marker]).toBe((await read()).version)
    await set(ada, ADDRESS)
    const after = (await live.next()).state
    expect(after?.[marker]).not.toBe(before?.[marker])
    // Whoever sees no stream, because of a block, has the same marker.
    await bo.send('PUT', `/api/blocks/${ada.id}`)
    expect(await shown(bo, id)).toBeUndefined()
    expect((await read()).version).toBe(after?.[marker])
    expect(after?.[`/api/battles/${id}`]).not.toHaveProperty('version')
    const fresh = await openStream(test, bo, `battle:${id}`)
    expect(JSON.stringify((await fresh.next()).state)).not.toContain('live.example.org')
    await live.close()
    await fresh.close()
  })

  it('is not in the spotlight, which shows no players', async () => {
    // The battles of other tests are live, too.
    const own = await testApp({ settings: { streamHosts: HOSTS } })
    const { ada, id } = await liveBattle(own)
    await set(ada, ADDRESS)
    const { battle } = await ada.call('GET /api/spotlight')
    expect(battle?.id).toBe(id)
    expect(battle).not.toHaveProperty('streams')
    await own.close()
  })
})

describe('a proven channel', () => {
  const CHANNEL = 'UCabcdefghijklmnopqrst_-'
  let channels: ProvenChannel[]
  let owner: Actor & { id: string }
  const features = () => [{ name: 'channels', provenChannels: async () => new Map([[owner.id, channels]]) }]
  const choose = (address: string | null) => setOwnStream(test.ctx, features(), { userId: owner.id, address })

  it('is shown as its platform names it now, as long as it is proven [battles.stream-proven]', async () => {
    const { ada, bo, id } = await acceptedBattle(test)
    owner = ada
    channels = [
      { provider: 'x', subject: '1', handle: 'ada' },
      { provider: 'twitch', subject: '77', handle: 'Ada_Live' },
      { provider: 'youtube', subject: CHANNEL, handle: 'Ada.Live' },
      { provider: 'kick', subject: '78', handle: 'not a slug' },
    ]
    const twitch = { kind: 'twitch', host: 'twitch.tv', id: 'ada_live', text: 'twitch.tv/ada_live' }
    const youtube = { kind: 'youtube', host: 'youtube.com', id: CHANNEL, text: 'youtube.com/@Ada.Live' }
    expect((await readOwnStreams(test.ctx, features(), ada.id)).channels).toEqual([twitch, youtube])
    const read = async () => (await battleReader(test.ctx, features())(id, bo.id)).streams

    await choose('https://www.twitch.tv/ADA_live')
    expect(await read()).toEqual({ challenger: twitch })
    await choose('https://youtube.com/@ada.live')
    expect(await read()).toEqual({ challenger: youtube })
    await setBattleStream(test.ctx, features(), { userId: ada.id, battleId: id, address: 'twitch.tv/ada_live' })
    expect(await read()).toEqual({ challenger: twitch })

    await expect(choose('https://twitch.tv/somebody')).rejects.toMatchObject({ code: 'STREAM_CHANNEL_UNPROVEN' })
    await expect(choose('https://kick.com/ada')).rejects.toMatchObject({ code: 'STREAM_CHANNEL_UNPROVEN' })
    channels = [{ provider: 'twitch', subject: '77', handle: 'ada_renamed' }]
    expect(await read()).toMatchObject({ challenger: { id: 'ada_renamed' } })
    channels = []
    expect(await read()).toBeUndefined()
  })
})

describe('the page of a player', () => {
  let folder: string
  const withPage = openForAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aura-player-'))
    for (const page of ['index.html', 'framed.html', 'player.html'])
      await writeFile(join(folder, page), `<!doctype html><head><title>${page}</title></head>`)
    return testApp({ settings: { streamHosts: HOSTS, webDir: folder, origin: 'http://aura.test' } })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const get = (url: string, headers: Record<string, string> = {}) =>
    withPage.app.inject({ url, headers: { host: 'aura.test', 'sec-fetch-site': 'same-origin', ...headers } })
  const FRAME = { 'sec-fetch-dest': 'iframe' }

  it('may load from the player’s host and no other, and only Aura frames it [battles.stream-players]', async () => {
    const policy = async (url: string) => {
      const reply = await get(url, FRAME)
      expect([reply.statusCode, reply.headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN'])
      expect(reply.body).toContain('player.html')
      return reply.headers['content-security-policy']
    }
    const shared = "base-uri 'none';form-action 'none';frame-ancestors 'self';require-trusted-types-for 'script'"
    const start = "default-src 'none';script-src 'self';style-src 'self';connect-src"
    expect(await policy('/player/twitch?host=twitch.tv&id=ada')).toBe(
      `${start} https://player.twitch.tv;frame-src https://player.twitch.tv;${shared}`,
    )
    expect(await policy('/player/hls?host=live.example.org&id=rooms%2Fada')).toBe(
      `${start} https://live.example.org;media-src https://live.example.org blob:;${shared}`,
    )
    expect(await policy('/player/owncast?host=tv.example.org&id=')).toContain('frame-src https://tv.example.org;')
  })

  it('exists for what is played here, within a frame of this site [battles.stream-players]', async () => {
    for (const url of [
      '/player/hls?host=evil.example&id=ada',
      '/player/hls?host=live.example.org;%20script-src%20*&id=ada',
      '/player/twitch',
    ])
      expect((await get(url, FRAME)).statusCode, url).toBe(404)
    const url = '/player/twitch?host=twitch.tv&id=ada'
    expect((await get(url, { 'sec-fetch-dest': 'document' })).statusCode).toBe(404)
    expect((await get(url, { ...FRAME, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404)
  })
})
