import { cutToLength } from '@aura/api/letters'
import { cleanLine } from '@aura/api/visible-text'
import { z } from 'zod'

/** A person as their provider describes them. */
export interface ProviderPerson {
  /** The provider's own id, because a handle can change owners. */
  subject: string
  /** Without @. Empty if the provider says none. */
  handle: string
  name: string
  imageUrl: string | null
}

/** OpenID Connect allows 255 characters. */
const MAX_SUBJECT = 255
const MAX_HANDLE = 100

const Subject = z.string().min(1).max(MAX_SUBJECT)
const Digits = z.string().regex(/^\d{1,40}$/)
const ImageUrl = z.string().max(2_000).nullish().catch(null)
const optionalText = () => z.string().nullish().catch(null)
const handleOf = (text: string) => cutToLength(cleanLine(text), MAX_HANDLE).trim()

const Claims = z.object({ sub: Subject, preferred_username: optionalText(), name: optionalText() })

const XUser = z.object({
  data: z.object({
    id: Digits,
    username: z.string().regex(/^\w{1,30}$/),
    name: z.string(),
    profile_image_url: ImageUrl,
  }),
})

const TwitchUsers = z.object({
  data: z.tuple([
    z.object({
      id: Digits,
      login: z.string().regex(/^\w{1,30}$/),
      display_name: z.string(),
      profile_image_url: ImageUrl,
    }),
  ]),
})

const YouTubeChannels = z.object({
  items: z.tuple([
    z.object({
      id: z.string().regex(/^[\w-]{1,60}$/),
      snippet: z.object({ title: z.string(), customUrl: optionalText() }),
    }),
  ]),
})

const DiscordUser = z.object({ id: Digits, username: z.string().min(1), global_name: optionalText() })

const KickChannels = z.object({
  data: z.tuple([z.object({ broadcaster_user_id: z.int().positive(), slug: z.string().regex(/^[\w-]{1,60}$/) })]),
})

type ReadProfile = (response: unknown) => ProviderPerson

/** How each kind of provider describes a person: by a response of its API, or by the claims of an id token. */
const READERS = {
  openid: (response) => {
    const { sub, preferred_username, name } = Claims.parse(response)
    return { subject: sub, handle: handleOf(preferred_username ?? name ?? ''), name: name ?? '', imageUrl: null }
  },
  x: (response) => {
    const { id, username, name, profile_image_url } = XUser.parse(response).data
    return { subject: id, handle: username, name, imageUrl: profile_image_url ?? null }
  },
  twitch: (response) => {
    const [user] = TwitchUsers.parse(response).data
    const { id, login, display_name, profile_image_url } = user
    return { subject: id, handle: login, name: display_name, imageUrl: profile_image_url ?? null }
  },
  youtube: (response) => {
    const [{ id, snippet }] = YouTubeChannels.parse(response).items
    const handle = handleOf(snippet.customUrl?.replace(/^@/, '') || snippet.title)
    return { subject: id, handle, name: snippet.title, imageUrl: null }
  },
  discord: (response) => {
    const { id, username, global_name } = DiscordUser.parse(response)
    return { subject: id, handle: handleOf(username), name: global_name ?? '', imageUrl: null }
  },
  kick: (response) => {
    const [{ broadcaster_user_id, slug }] = KickChannels.parse(response).data
    return { subject: String(broadcaster_user_id), handle: slug, name: slug, imageUrl: null }
  },
} as const satisfies Record<string, ReadProfile>

export type ProfileKind = keyof typeof READERS

/** Returns the person a response or an id token describes. Throws if it isn't what the provider documents. */
export const readProfile = (kind: ProfileKind, response: unknown): ProviderPerson => READERS[kind](response)
