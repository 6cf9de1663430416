import type { Feature } from '#platform/feature'
import { type ChatMetrics, chatMetrics, registerChat } from './chat/chat-metrics.ts'
import { chatsDue } from './chat/due-chats.ts'
import { kickCheersDue } from './chat/kick/count-kick-cheers.ts'
import { kickSubscriptionsDue } from './chat/kick/kick-subscriptions.ts'
import type { KickLimits } from './chat/kick/kick-webhook.ts'
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
    chat: ChatLimits &
      KickLimits & {
        /** Milliseconds in which a viewer of a chat cheers once, and viewers remembered in each chat. */
        intervalMs: number
        viewers: number
        /** Chats of each platform that one server listens to. */
        connections: number
        leaseMs: number
      }
  }
}

declare module '#platform/settings' {
  interface Settings {
    /** Address of Twitch's chat, `ircs://host:port`. Null: chats on Twitch can't take part in battles. */
    twitchChatUrl: string | null
    /** Address of Kick's API, without a slash at its end. Null: chats on Kick can't take part. */
    kickApiUrl: string | null
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
  jobs: { cheers: cheersDue, chats: chatsDue, kickCheers: kickCheersDue, kickSubscriptions: kickSubscriptionsDue },
  personalData: crowdPersonal,
  retention: crowdRetention,
  database: {
    reads: { follows: ['blocks', 'mutes'], profile: ['user_profiles'] },
    calls: { follows: ['are_blocked'] },
  },
} as const satisfies Feature
