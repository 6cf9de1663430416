/**
 * Addresses of live streams. This file imports nothing, so any page can use it.
 *
 * An address that somebody types is read once, into a kind, a host and an id. Everything that a browser loads later is
 * built from these three, so no part of what was typed is passed on.
 */
export const STREAM_KINDS = ['twitch', 'youtube', 'kick', 'owncast', 'hls'] as const
export type StreamKind = (typeof STREAM_KINDS)[number]

/** Platforms on which people prove that a channel is theirs. The other kinds need a host of the operator's list. */
export const CHANNEL_PLATFORMS = ['twitch', 'youtube', 'kick'] as const
export type ChannelPlatform = (typeof CHANNEL_PLATFORMS)[number]

export interface StreamAddress {
  kind: StreamKind
  /** Host, with its port if it isn't the usual one. */
  host: string
  /** Channel on a platform, path of an HLS playlist without `.m3u8`, empty for Owncast. */
  id: string
}

/** A host from which the operator lets people show streams. */
export interface ListedHost {
  kind: Exclude<StreamKind, ChannelPlatform>
  host: string
}

/** The player that a browser loads, and the company that then sees its user. */
interface Platform {
  name: string
  host: string
  /** Host of the player, which differs from that of the channel's page. */
  playerHost: string
  hosts: readonly string[]
  /** Pattern of the channel's page. Its first group is the channel. */
  page: RegExp
  id: RegExp
}

const PLATFORMS: Readonly<Record<ChannelPlatform, Platform>> = {
  twitch: {
    name: 'Twitch',
    host: 'twitch.tv',
    playerHost: 'player.twitch.tv',
    hosts: ['twitch.tv', 'www.twitch.tv', 'm.twitch.tv'],
    page: /^\/([a-z0-9]\w{0,24})\/?$/i,
    id: /^[a-z0-9][a-z0-9_]{0,24}$/,
  },
  youtube: {
    name: 'YouTube',
    host: 'youtube.com',
    playerHost: 'www.youtube-nocookie.com',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com'],
    page: /^\/(?:channel\/(UC[\w-]{22})|(@[\w.-]{3,30}))(?:\/live)?\/?$/,
    id: /^UC[\w-]{22}$/,
  },
  kick: {
    name: 'Kick',
    host: 'kick.com',
    playerHost: 'player.kick.com',
    hosts: ['kick.com', 'www.kick.com'],
    page: /^\/([a-z0-9][\w-]{0,24})\/?$/i,
    id: /^[a-z0-9][a-z0-9_-]{0,24}$/,
  },
}

const isPlatform = (kind: StreamKind): kind is ChannelPlatform => Object.hasOwn(PLATFORMS, kind)

/** A name is at most 64 characters and begins and ends with a letter or digit; a path has at most eight of them. */
const PLAYLIST = /^[a-z0-9](?:[\w.-]{0,62}[a-z0-9])?(?:\/[a-z0-9](?:[\w.-]{0,62}[a-z0-9])?){0,7}$/i
const PLAYLIST_END = '.m3u8'

export const STREAM_ADDRESS_LENGTH = 300

export type StreamFault =
  | 'STREAM_ADDRESS_INVALID'
  | 'STREAM_ADDRESS_INSECURE'
  | 'STREAM_HOST_UNKNOWN'
  | 'STREAM_CHANNEL_MISSING'

/** The parts of an address that a browser and this code understand alike: no user, no escapes, ASCII only. */
const ADDRESS = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([a-z0-9.-]+(?::\d{1,5})?)(\/[\w./@-]*)?(?:[?#][\x21-\x7e]*)?$/i

/** Whether a host is this machine, where streams of a local Aura play without encryption. */
const isHere = (host: string): boolean => /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/.test(host)

export const streamOrigin = (host: string): string => `${isHere(host) ? 'http' : 'https'}://${host}`

/**
 * Reads the address of a channel or stream as somebody types it, with or without `https://`. Returns what it names, or
 * the code of the reason it is refused. A YouTube channel may come back as its handle, `@name`, which only the proven
 * channel of that name turns into an id.
 */
export function readStreamAddress(typed: string, listed: readonly ListedHost[]): StreamAddress | StreamFault {
  const text = typed.trim()
  if (text.length > STREAM_ADDRESS_LENGTH) return 'STREAM_ADDRESS_INVALID'
  const found = ADDRESS.exec(text)
  if (!found) return 'STREAM_ADDRESS_INVALID'
  const [, scheme, typedHost = '', path = ''] = found
  const host = typedHost.toLowerCase()
  const named = listed.find((each) => each.host === host)
  const isSecure = scheme === undefined || `${scheme.toLowerCase()}://${host}` === streamOrigin(host)
  if (!isSecure) return 'STREAM_ADDRESS_INSECURE'
  if (named) return readListed(named, path)
  const platform = CHANNEL_PLATFORMS.find((kind) => PLATFORMS[kind].hosts.includes(host))
  if (!platform) return 'STREAM_HOST_UNKNOWN'
  const [, channel, handle] = PLATFORMS[platform].page.exec(path) ?? []
  const id = platform === 'youtube' ? (channel ?? handle?.toLowerCase()) : channel?.toLowerCase()
  return id === undefined ? 'STREAM_CHANNEL_MISSING' : { kind: platform, host: PLATFORMS[platform].host, id }
}

function readListed({ kind, host }: ListedHost, path: string): StreamAddress | StreamFault {
  if (kind === 'owncast') return /^\/?$/.test(path) ? { kind, host, id: '' } : 'STREAM_CHANNEL_MISSING'
  const id = path.slice(1, -PLAYLIST_END.length)
  return path.endsWith(PLAYLIST_END) && PLAYLIST.test(id) ? { kind, host, id } : 'STREAM_CHANNEL_MISSING'
}

/** Returns whether a browser may load the player of a stream: its host is known and its id has the kind's form. */
export function isPlayable({ kind, host, id }: StreamAddress, listed: readonly ListedHost[]): boolean {
  if (isPlatform(kind)) return host === PLATFORMS[kind].host && PLATFORMS[kind].id.test(id)
  const isListed = listed.some((each) => each.kind === kind && each.host === host)
  return isListed && (kind === 'owncast' ? id === '' : PLAYLIST.test(id))
}

/** Returns the host that a browser loads the player from. */
export const playerHost = ({ kind, host }: Omit<StreamAddress, 'id'>): string =>
  isPlatform(kind) ? PLATFORMS[kind].playerHost : host

/** Returns the origin that a browser loads the player from. */
export const playerOrigin = (stream: Omit<StreamAddress, 'id'>): string => streamOrigin(playerHost(stream))

/** Returns the name of the platform or, for a host of the operator's list, the host. */
export const platformName = ({ kind, host }: Omit<StreamAddress, 'id'>): string =>
  isPlatform(kind) ? PLATFORMS[kind].name : host

/** Returns the address of the player, or of the playlist for HLS. `site` is the host name of the page that frames it. */
export function playerAddress(stream: StreamAddress, site: string): string {
  const origin = playerOrigin(stream)
  const id = stream.id
  switch (stream.kind) {
    case 'twitch':
      return `${origin}/?${new URLSearchParams({ channel: id, parent: site, muted: 'true', autoplay: 'true' })}`
    case 'youtube':
      return `${origin}/embed/live_stream?${new URLSearchParams({ channel: id, mute: '1', autoplay: '1', playsinline: '1' })}`
    case 'kick':
      return `${origin}/${id}?${new URLSearchParams({ muted: 'true', autoplay: 'true' })}`
    case 'owncast':
      return `${origin}/embed/video?${new URLSearchParams({ initiallyMuted: 'true' })}`
    case 'hls':
      return `${origin}/${id}${PLAYLIST_END}`
  }
}

/** Returns the address of the page on which a stream is watched apart from Aura. */
export function watchAddress({ kind, host, id }: StreamAddress): string {
  const origin = streamOrigin(host)
  switch (kind) {
    case 'youtube':
      return `${origin}/channel/${id}/live`
    case 'hls':
      return `${origin}/${id}${PLAYLIST_END}`
    case 'owncast':
      return `${origin}/`
    default:
      return `${origin}/${id}`
  }
}

/** Returns a stream's address as people know it, such as `twitch.tv/ada`. `name` is the channel's name or handle. */
export function streamText({ kind, host, id }: StreamAddress, name?: string): string {
  if (kind === 'youtube') return `${host}/${name?.startsWith('@') ? name : `channel/${id}`}`
  return kind === 'owncast' ? host : `${host}/${id}`
}

const HOST =
  /^(owncast|hls):((?=.{1,100}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?)$/

/**
 * Reads an entry of the operator's list, `owncast:HOST` or `hls:HOST`. Returns undefined for anything else, and for a
 * platform's own hosts.
 */
export function readListedHost(entry: string): ListedHost | undefined {
  const [, kind, host = ''] = HOST.exec(entry) ?? []
  const isTaken = Object.values(PLATFORMS).some((each) => [...each.hosts, each.playerHost].includes(host))
  const isComplete = host.includes('.') || isHere(host)
  return kind && isComplete && !isTaken ? { kind: kind as ListedHost['kind'], host } : undefined
}

/** Path of the players' pages. */
export const PLAYER_PATH = '/player'

/** Returns the path of the page that plays a stream. */
export const playerPage = ({ kind, host, id }: StreamAddress): string =>
  `${PLAYER_PATH}/${kind}?${new URLSearchParams({ host, id })}`

/** Reads what the page at this address plays; undefined if it isn't the address of a player. */
export function readPlayerPage(path: string, query: URLSearchParams): StreamAddress | undefined {
  const kind = STREAM_KINDS.find((each) => path === `${PLAYER_PATH}/${each}`)
  const [host, id] = [query.get('host'), query.get('id')]
  return kind && host !== null && id !== null ? { kind, host, id } : undefined
}

/** A player's page reports these to the page around it. `offline`: there is no stream at the moment. */
export const PLAYER_STATES = ['playing', 'offline', 'failed'] as const
export type PlayerState = (typeof PLAYER_STATES)[number]
