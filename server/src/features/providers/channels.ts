type ChannelUrl = (account: { subject: string; handle: string }) => string

/** Providers whose accounts are public channels, by the name stored with accounts, and the address of a channel. */
const CHANNEL_URLS = {
  x: ({ handle }) => `https://x.com/${encodeURIComponent(handle)}`,
  twitch: ({ handle }) => `https://www.twitch.tv/${encodeURIComponent(handle)}`,
  // A channel keeps its id, and may have no handle.
  youtube: ({ subject }) => `https://www.youtube.com/channel/${encodeURIComponent(subject)}`,
  kick: ({ handle }) => `https://kick.com/${encodeURIComponent(handle)}`,
} as const satisfies Record<string, ChannelUrl>

export type ChannelProvider = keyof typeof CHANNEL_URLS

/** In the order in which profiles show them. */
export const CHANNEL_PROVIDERS = Object.keys(CHANNEL_URLS) as readonly ChannelProvider[]

export const isChannelProvider = (provider: string): provider is ChannelProvider =>
  Object.hasOwn(CHANNEL_URLS, provider)

/** A channel that belongs to the user, as its platform said when they last signed in there. */
export interface ProvenChannel {
  provider: ChannelProvider
  /** The platform's own id of the channel. */
  subject: string
  /** Without @. */
  handle: string
  url: string
}

/** Returns the account's channel; null if its provider has no public channels. */
export function channelOf({
  provider,
  subject,
  handle,
}: Omit<ProvenChannel, 'provider' | 'url'> & { provider: string }) {
  return isChannelProvider(provider)
    ? { provider, subject, handle, url: CHANNEL_URLS[provider]({ subject, handle }) }
    : null
}
