import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isPlayable,
  type ListedHost,
  playerAddress,
  playerOrigin,
  playerPage,
  readListedHost,
  readPlayerPage,
  readStreamAddress,
  STREAM_ADDRESS_LENGTH,
  type StreamAddress,
  streamText,
  watchAddress,
} from './streams.ts'

const LISTED: readonly ListedHost[] = [
  { kind: 'hls', host: 'live.example.org' },
  { kind: 'owncast', host: 'tv.example.org' },
  { kind: 'hls', host: '127.0.0.1:3100' },
]
const CHANNEL = 'UCabcdefghijklmnopqrst_-'
const read = (text: string) => readStreamAddress(text, LISTED)

describe('the address of a stream', () => {
  it.each([
    ['https://www.twitch.tv/Ada_Live', { kind: 'twitch', host: 'twitch.tv', id: 'ada_live' }],
    ['twitch.tv/ada_live/', { kind: 'twitch', host: 'twitch.tv', id: 'ada_live' }],
    ['HTTPS://M.TWITCH.TV/ada?referrer=raid#x', { kind: 'twitch', host: 'twitch.tv', id: 'ada' }],
    [`https://www.youtube.com/channel/${CHANNEL}/live`, { kind: 'youtube', host: 'youtube.com', id: CHANNEL }],
    [' youtube.com/@Ada.Live ', { kind: 'youtube', host: 'youtube.com', id: '@ada.live' }],
    ['https://kick.com/ada-live', { kind: 'kick', host: 'kick.com', id: 'ada-live' }],
    ['https://tv.example.org/', { kind: 'owncast', host: 'tv.example.org', id: '' }],
    ['https://live.example.org/rooms/Ada.m3u8?t=1', { kind: 'hls', host: 'live.example.org', id: 'rooms/Ada' }],
    ['http://127.0.0.1:3100/loop.m3u8', { kind: 'hls', host: '127.0.0.1:3100', id: 'loop' }],
  ])('%s is read as a kind, a host and an id [battles.stream-address]', (text, address) => {
    expect(read(text)).toEqual(address)
  })

  it.each([
    ['', 'STREAM_ADDRESS_INVALID'],
    ['ada', 'STREAM_HOST_UNKNOWN'],
    ['https://twitch.tv', 'STREAM_CHANNEL_MISSING'],
    ['https://twitch.tv/directory/game', 'STREAM_CHANNEL_MISSING'],
    ['https://youtube.com/watch?v=dQw4w9WgXcQ', 'STREAM_CHANNEL_MISSING'],
    ['http://twitch.tv/ada', 'STREAM_ADDRESS_INSECURE'],
    ['https://127.0.0.1:3100/loop.m3u8', 'STREAM_ADDRESS_INSECURE'],
    ['rtmp://live.example.org/ada.m3u8', 'STREAM_ADDRESS_INSECURE'],
    ['javascript:alert(1)', 'STREAM_ADDRESS_INVALID'],
    ['javascript://twitch.tv/ada', 'STREAM_ADDRESS_INSECURE'],
    ['data:text/html,x', 'STREAM_ADDRESS_INVALID'],
    ['//twitch.tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https:twitch.tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://ada@twitch.tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv:ada@evil.example/x', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv@evil.example/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv:8443/ada', 'STREAM_HOST_UNKNOWN'],
    ['https://twitch.tv:443/ada', 'STREAM_HOST_UNKNOWN'],
    ['https://live.example.org:80/ada.m3u8', 'STREAM_HOST_UNKNOWN'],
    ['https://twitch.tv./ada', 'STREAM_HOST_UNKNOWN'],
    ['https://twitch.tv.evil.example/ada', 'STREAM_HOST_UNKNOWN'],
    ['https://evil-twitch.tv/ada', 'STREAM_HOST_UNKNOWN'],
    ['https://xn--twtch-6sa.tv/ada', 'STREAM_HOST_UNKNOWN'],
    ['https://twıtch.tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch。tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://ｔｗｉｔｃｈ.tv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv/ada\u202elive', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch%2etv/ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv/%61da', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv\\ada', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv/ada\nlive', 'STREAM_ADDRESS_INVALID'],
    ['https://twitch.tv/ada&parent=evil.example', 'STREAM_ADDRESS_INVALID'],
    ['https://live.example.org/../ada.m3u8', 'STREAM_CHANNEL_MISSING'],
    ['https://live.example.org/a/./ada.m3u8', 'STREAM_CHANNEL_MISSING'],
    ['https://live.example.org//evil.example/ada.m3u8', 'STREAM_CHANNEL_MISSING'],
    ['https://live.example.org/ada.mp4', 'STREAM_CHANNEL_MISSING'],
    ['https://live.example.org/.m3u8', 'STREAM_CHANNEL_MISSING'],
    ['https://tv.example.org/admin', 'STREAM_CHANNEL_MISSING'],
    [`https://twitch.tv/${'a'.repeat(26)}`, 'STREAM_CHANNEL_MISSING'],
    [`https://twitch.tv/ada?${'a'.repeat(STREAM_ADDRESS_LENGTH)}`, 'STREAM_ADDRESS_INVALID'],
  ])('%j is refused as %s [battles.stream-address]', (text, fault) => {
    expect(read(text)).toBe(fault)
  })

  it('leads to the hosts of its kind alone, whatever is typed [battles.stream-address]', () => {
    const part = fc.oneof(
      fc.constantFrom('https://', 'http://', 'twitch.tv', 'live.example.org', 'tv.example.org', 'kick.com', '.m3u8'),
      fc.constantFrom('/', '//', '..', '@', ':', '%2f', '\\', '?', '#', '&', '.', '。', 'UC', 'ada', 'youtube.com'),
      fc.string({ maxLength: 6, unit: 'binary' }),
      fc.constantFrom(CHANNEL, 'channel', '@ada', 'xn--', ':443', 'rooms/ada'),
    )
    const address = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))
    const likely = fc.constantFrom(
      'twitch.tv/',
      'www.kick.com/',
      'youtube.com/channel/',
      'live.example.org/',
      'tv.example.org',
    )
    const ending = fc.constantFrom('', '/', 'ada', CHANNEL, 'ada.m3u8', 'rooms/Ada.m3u8', '?x=1', 'A_1')
    const known = fc
      .tuple(fc.constantFrom('', 'https://'), likely, fc.oneof(ending, address), ending)
      .map((parts) => parts.join(''))
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(address, known), (text) => {
        const found = read(text)
        if (typeof found === 'string') return
        accepted++
        const { id, ...of } = found
        // A browser reads the player's address as we meant it: the host is the kind's, and the id adds nothing to it.
        if (found.kind === 'youtube' && id.startsWith('@')) return
        expect(isPlayable(found, LISTED)).toBe(true)
        const player = new URL(playerAddress(found, 'aura.example'))
        const plain = new URL(playerAddress({ ...of, id: 'x' }, 'aura.example'))
        expect([player.origin, player.username, player.hash]).toEqual([playerOrigin(of), '', ''])
        expect([...player.searchParams.keys()]).toEqual([...plain.searchParams.keys()])
        expect(player.href).toBe(playerAddress(found, 'aura.example'))
        expect(new URL(watchAddress(found)).host).toBe(found.host)
        expect(read(watchAddress(found))).toEqual(found)
      }),
      { numRuns: 1_500 },
    )
    expect(accepted).toBeGreaterThan(0)
  })
})

describe('a player', () => {
  it('gets what its platform asks for: the page that frames it, and silence [battles.stream-players]', () => {
    const address = (stream: StreamAddress) => playerAddress(stream, 'aura.example')
    expect(address({ kind: 'twitch', host: 'twitch.tv', id: 'ada' })).toBe(
      'https://player.twitch.tv/?channel=ada&parent=aura.example&muted=true&autoplay=true',
    )
    expect(address({ kind: 'youtube', host: 'youtube.com', id: CHANNEL })).toBe(
      `https://www.youtube-nocookie.com/embed/live_stream?channel=${CHANNEL}&mute=1&autoplay=1&playsinline=1`,
    )
    expect(address({ kind: 'kick', host: 'kick.com', id: 'ada' })).toBe(
      'https://player.kick.com/ada?muted=true&autoplay=true',
    )
    expect(address({ kind: 'owncast', host: 'tv.example.org', id: '' })).toBe(
      'https://tv.example.org/embed/video?initiallyMuted=true',
    )
    expect(address({ kind: 'hls', host: 'live.example.org', id: 'rooms/ada' })).toBe(
      'https://live.example.org/rooms/ada.m3u8',
    )
  })

  it('has a page whose address names what it plays, and nothing that is not played', () => {
    const stream = { kind: 'hls', host: 'live.example.org', id: 'rooms/ada' } as const
    const url = new URL(playerPage(stream), 'https://aura.example')
    expect(readPlayerPage(url.pathname, url.searchParams)).toEqual(stream)
    expect(readPlayerPage('/player/other', url.searchParams)).toBeUndefined()
    expect(isPlayable(stream, LISTED)).toBe(true)
    expect(isPlayable(stream, [])).toBe(false)
    expect(isPlayable({ ...stream, id: '../ada' }, LISTED)).toBe(false)
    expect(isPlayable({ ...stream, kind: 'owncast' }, LISTED)).toBe(false)
    expect(isPlayable({ kind: 'twitch', host: 'evil.example', id: 'ada' }, LISTED)).toBe(false)
    expect(isPlayable({ kind: 'youtube', host: 'youtube.com', id: '@ada' }, LISTED)).toBe(false)
  })

  it('is named as people know it', () => {
    expect(streamText({ kind: 'twitch', host: 'twitch.tv', id: 'ada' })).toBe('twitch.tv/ada')
    expect(streamText({ kind: 'youtube', host: 'youtube.com', id: CHANNEL }, '@ada')).toBe('youtube.com/@ada')
    expect(streamText({ kind: 'youtube', host: 'youtube.com', id: CHANNEL })).toBe(`youtube.com/channel/${CHANNEL}`)
    expect(streamText({ kind: 'owncast', host: 'tv.example.org', id: '' })).toBe('tv.example.org')
  })
})

it('the operator’s list names hosts, and no platform', () => {
  expect(readListedHost('hls:live.example.org')).toEqual({ kind: 'hls', host: 'live.example.org' })
  expect(readListedHost('owncast:localhost:3100')).toEqual({ kind: 'owncast', host: 'localhost:3100' })
  for (const entry of ['live.example.org', 'hls:', 'hls:https://a.example', 'hls:a.example/x', 'hls:*.example.org'])
    expect(readListedHost(entry)).toBeUndefined()
  for (const entry of ['hls:twitch.tv', 'owncast:player.kick.com', 'twitch:twitch.tv', 'hls:intranet', 'hls:a..b'])
    expect(readListedHost(entry)).toBeUndefined()
})
