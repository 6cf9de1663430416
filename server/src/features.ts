import type { FastifyInstance } from 'fastify'
import { adminLogRoutes } from './features/admin-log/routes.ts'
import { replacementsDue } from './features/auth/index.ts'
import { authLive } from './features/auth/live.ts'
import { authRoutes } from './features/auth/routes.ts'
import { battlesDue } from './features/battles/lifecycle/due-battles.ts'
import { battleLive, battlesLive } from './features/battles/live.ts'
import { battlesRoutes } from './features/battles/routes.ts'
import { configRoutes } from './features/config/routes.ts'
import { imagesDue } from './features/images/images-due.ts'
import { imagesRoutes } from './features/images/routes.ts'
import { leaderboardLive } from './features/leaderboard/live.ts'
import { leaderboardRoutes } from './features/leaderboard/routes.ts'
import { lessonsRoutes } from './features/lessons/routes.ts'
import { moderationRoutes } from './features/moderation/routes.ts'
import { notificationsLive } from './features/notifications/live.ts'
import { pushesDue } from './features/notifications/pushes-due.ts'
import { notificationsRoutes } from './features/notifications/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { receiptsRoutes } from './features/receipts/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { battlePageTags } from './features/share/battle-tags.ts'
import { profilePageTags } from './features/share/profile-tags.ts'
import { shareRoutes } from './features/share/routes.ts'
import { steezeLive } from './features/steeze/live.ts'
import { steezeRoutes } from './features/steeze/routes.ts'
import { vouchingRoutes } from './features/vouching/routes.ts'
import { whitelistRoutes } from './features/whitelist/routes.ts'
import { xRoutes } from './features/x/routes.ts'
import type { Context } from './platform/context.ts'
import { limitedDb } from './platform/db/limited-db.ts'
import type { PageTagSource } from './platform/http/page-tags.ts'
import type { SecurityLog } from './platform/http/security-log.ts'
import type { LiveSource } from './platform/live/source.ts'
import type { NamedWork, ScheduledJob } from './platform/scheduler/due-loop.ts'

type Routes = (app: FastifyInstance, ctx: Context) => void | Promise<void>

/** Everything the product does, by name. A feature that is not listed here does not exist. */
export const features: Readonly<Record<string, Routes>> = {
  config: configRoutes,
  auth: authRoutes,
  x: xRoutes,
  profile: profileRoutes,
  images: imagesRoutes,
  settings: settingsRoutes,
  people: peopleRoutes,
  lessons: lessonsRoutes,
  battles: battlesRoutes,
  leaderboard: leaderboardRoutes,
  steeze: steezeRoutes,
  notifications: notificationsRoutes,
  presence: presenceRoutes,
  receipts: receiptsRoutes,
  vouching: vouchingRoutes,
  whitelist: whitelistRoutes,
  moderation: moderationRoutes,
  adminLog: adminLogRoutes,
  share: shareRoutes,
}

/** What live streams show, feature by feature. */
export const liveSources = (ctx: Context): LiveSource[] => [
  authLive(ctx),
  steezeLive(ctx),
  leaderboardLive(ctx),
  notificationsLive(ctx),
  battleLive(ctx),
  battlesLive(),
]

type MakeDueWork = (ctx: Context, onError: (error: unknown) => void, log: SecurityLog) => ScheduledJob

/** Scheduled jobs, by kind. */
const dueKinds: Readonly<Record<string, MakeDueWork>> = {
  battles: battlesDue,
  replacements: replacementsDue,
  images: imagesDue,
  pushes: pushesDue,
}

/** How many connections of the database one kind uses at most, so that a stuck one leaves the others theirs. */
const CONNECTIONS_PER_KIND = 2
/** How many connections all kinds use at most. */
export const DUE_CONNECTIONS = CONNECTIONS_PER_KIND * Object.keys(dueKinds).length

/** Returns every kind of work that falls due. None of them waits for another. */
export const dueWorks = (
  ctx: Context,
  onError: (error: unknown, kind: string) => void,
  log: SecurityLog,
): NamedWork[] =>
  Object.entries(dueKinds).map(([name, make]) => {
    const own = { ...ctx, db: limitedDb(ctx.db, CONNECTIONS_PER_KIND) }
    return { name, ...make(own, (error) => onError(error, name), log) }
  })

/** What links to pages show where they are shared, feature by feature. */
export const pageTagSources = (ctx: Context): PageTagSource[] => [battlePageTags(ctx), profilePageTags(ctx)]
