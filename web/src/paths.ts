import type { helpPages } from '#lib/help-pages'

export const paths = {
  home: '/',
  homeWithLesson: '/?open=lesson',
  welcome: '/welcome',
  learn: '/learn',
  streak: '/streak',
  battles: '/battles',
  arena: '/arena',
  battle: (id: string) => `/battles/${id}`,
  battleReceipt: (id: string) => `/battles/${id}/receipt`,
  /** Former addresses, kept for older links. */
  battleAliases: '/battle',
  battleAlias: (id: string) => `/battle/${id}`,
  practice: '/practice',
  challenge: (linkId: string) => `/challenge/${linkId}`,
  invite: (id: string) => `/invite/${id}`,
  invites: '/invites',
  steeze: '/steeze-stack',
  receipts: '/receipts',
  receipt: (id: string) => `/receipts/${id}`,
  reserves: '/reserves',
  status: '/status',
  /** Explains Trust and lists its sources and the ranking. */
  trust: '/trust',
  /** The lessons are readable without signing in. */
  lessons: '/lessons',
  lesson: (id: string) => `/lessons/${id}`,
  glossary: '/glossary',
  term: (id: string) => `/glossary/${id}`,
  leaderboard: '/leaderboard',
  league: '/league',
  recap: '/recap',
  /** `week` is the date of its Monday. */
  recapOf: (week: string) => `/recap/${week}`,
  profile: '/profile',
  users: '/user',
  profileOf: (id: string) => `/profile/${id}`,
  user: (id: string) => `/user/${id}`,
  settings: '/settings',
  /** The card of Settings where one appeals. */
  relatedAccounts: '/settings#related-accounts',
  /** Reopens a dialog after returning from X. */
  settingsAsking: (query: { open: 'delete-account' | 'link-wallet' } | { open: 'replace-wallet'; wallet: string }) =>
    `/settings?${new URLSearchParams(query)}`,
  stream: '/settings/stream',
  streamOf: (battleId: string) => `/settings/stream?battle=${battleId}`,
  /** Framed by streaming programs; see `FRAMED_PAGES`. */
  overlay: (battleId: string) => `/overlay/battle/${battleId}`,
  /** Admin pages show the 404 screen to all others. */
  help: (slug: (typeof helpPages)[number]['slug']) => `/help/${slug}`,
  /** Available on a local chain only. */
  design: '/design',
  join: (next?: string) => (next && next !== '/' ? `/?join=1&next=${encodeURIComponent(next)}` : '/?join=1'),
  auth: '/auth',
  /** Opens the Join dialog through a full page load. */
  login: (next: string) => `/api/login?next=${encodeURIComponent(next)}`,
} as const

/** Returns `next` if it is a path of this site, else null: links could lead to another origin or the API. */
export function safeNext(next: string | null, origin: string): string | null {
  if (!next?.startsWith('/')) return null
  let url: URL
  try {
    url = new URL(next, origin)
  } catch {
    return null
  }
  // /.//host resolves to //host, which is another origin.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return null
  return url.pathname + url.search + url.hash
}
