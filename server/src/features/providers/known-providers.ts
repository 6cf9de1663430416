import type { ProviderSettings } from './settings.ts'

type Known = Omit<ProviderSettings, 'id' | 'key' | 'clientId' | 'clientSecret'>

const GOOGLE = 'https://accounts.google.com'

/** Endpoints and scopes as the providers document them. Each asks for as little as tells who the person is. */
const KNOWN = {
  google: {
    name: 'Google',
    sendsSecretInForm: false,
    scopes: 'openid profile',
    server: { issuer: GOOGLE },
    profile: 'openid',
    profileUrl: null,
    imageOrigin: null,
  },
  discord: {
    name: 'Discord',
    sendsSecretInForm: true,
    scopes: 'identify',
    server: {
      authorizeUrl: 'https://discord.com/oauth2/authorize',
      tokenUrl: 'https://discord.com/api/oauth2/token',
    },
    profile: 'discord',
    profileUrl: 'https://discord.com/api/v10/users/@me',
    imageOrigin: null,
  },
  twitch: {
    name: 'Twitch',
    sendsSecretInForm: true,
    scopes: 'openid',
    server: { issuer: 'https://id.twitch.tv/oauth2' },
    profile: 'twitch',
    profileUrl: 'https://api.twitch.tv/helix/users',
    imageOrigin: 'https://static-cdn.jtvnw.net',
  },
  youtube: {
    name: 'YouTube',
    sendsSecretInForm: false,
    scopes: 'openid https://www.googleapis.com/auth/youtube.readonly',
    server: { issuer: GOOGLE },
    profile: 'youtube',
    profileUrl: 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true',
    imageOrigin: null,
  },
  kick: {
    name: 'Kick',
    sendsSecretInForm: true,
    scopes: 'user:read channel:read',
    server: { authorizeUrl: 'https://id.kick.com/oauth/authorize', tokenUrl: 'https://id.kick.com/oauth/token' },
    profile: 'kick',
    // Without a query it is the person's own.
    profileUrl: 'https://api.kick.com/public/v1/channels',
    imageOrigin: null,
  },
} as const satisfies Record<string, Known>

export type KnownProvider = keyof typeof KNOWN
export const KNOWN_PROVIDERS = Object.keys(KNOWN) as [KnownProvider, ...KnownProvider[]]

export const isKnownProvider = (id: string): id is KnownProvider => Object.hasOwn(KNOWN, id)

interface Credentials {
  clientId: string
  clientSecret: string | null
}

export const knownProvider = (id: KnownProvider, credentials: Credentials): ProviderSettings => ({
  ...KNOWN[id],
  ...credentials,
  id,
  key: id,
})

/** `key` is the issuer, so another issuer under the same id never finds its accounts. */
export const openIdProvider = (
  { id, name, issuer, key = issuer }: { id: string; name: string; issuer: string; key?: string },
  credentials: Credentials,
): ProviderSettings => ({
  ...KNOWN.google,
  ...credentials,
  id,
  name,
  key,
  server: { issuer },
})

export const knownName = (id: string): string | undefined => (isKnownProvider(id) ? KNOWN[id].name : undefined)
