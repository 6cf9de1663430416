import type { ChatProvider } from '@aura/api/calls/crowd'
import type { Settings } from '#platform/settings'

/** Returns the platforms whose chats can take part in battles here. */
export const openProviders = ({
  twitchChatUrl,
  kickApiUrl,
}: Pick<Settings, 'twitchChatUrl' | 'kickApiUrl'>): ChatProvider[] => [
  ...(twitchChatUrl === null ? [] : (['twitch'] as const)),
  ...(kickApiUrl === null ? [] : (['kick'] as const)),
]
