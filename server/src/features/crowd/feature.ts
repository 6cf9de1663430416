import type { Feature } from '#platform/feature'
import { type ChatMetrics, chatMetrics, registerChat } from './chat/chat-metrics.ts'
import { chatsDue } from './chat/due-chats.ts'
import type { ChatLimits } from './chat/twitch-chat.ts'
import { cheersDue } from './cheers/store-cheers.ts'
import { reportableComments } from './comments/reportable-comments-store.ts'
import { cheersLive, commentsLive } from './live.ts'
import { crowdRoutes } from './routes.ts'
import { crowdPersonal, crowdRetention } from './tables.ts'

declare module '#platform/limits' {
  interface Limits {
    /** People muted in a battle. The list is never cut, so that each can be unmuted. */
    mutedPerBattle: number
    chat: ChatLimits & {
      /** Milliseconds in which a viewer of a chat cheers once, and viewers remembered in each chat. */
      intervalMs: number
      viewers: number
      /** Chats that one server listens to. */
      connections: number
      leaseMs: number
    }
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Address of Twitch's chat, `ircs://host:port`. Null: chats can't take part in battles. */
    twitchChatUrl: string | null
  }
}

declare module '#platform/context' {
  interface Context {
    /** Set in the running server only. */
    chatMetrics?: ChatMetrics
  }
}

export const crowdFeature = {
  name: 'crowd',
  opens: async () => ({ context: { chatMetrics: chatMetrics() } }),
  metrics: [registerChat],
  routes: crowdRoutes,
  reportableText: reportableComments,
  live: [commentsLive, cheersLive],
  jobs: { cheers: cheersDue, chats: chatsDue },
  personalData: crowdPersonal,
  retention: crowdRetention,
  database: {
    reads: { follows: ['blocks', 'mutes'], profile: ['user_profiles'] },
    calls: { follows: ['are_blocked'] },
  },
} as const satisfies Feature
