/** The help pages, in the order they are listed in. */
export const helpPages = [
  { slug: 'aura', title: 'How aura works' },
  { slug: 'guide', title: 'Guide' },
  { slug: 'faq', title: 'FAQ' },
  { slug: 'tips', title: 'Tips' },
  { slug: 'terms', title: 'Terms' },
  { slug: 'privacy', title: 'Privacy' },
  { slug: 'support', title: 'Creator Support' },
] as const

/** Every path of the app, in one place. A screen that does not exist has no path. */
export const paths = {
  home: '/',
  /** The days of the signed-in person; `?month=` for another month than this. */
  streak: '/streak',
  /** Battles, and the same under another name; `tab` of the query chooses the tab. */
  battles: '/battles',
  arena: '/arena',
  battle: (id: string) => `/battles/${id}`,
  /** How it was decided. */
  battleReceipt: (id: string) => `/battles/${id}/receipt`,
  /** The same screen, as older links have it. */
  battleAlias: (id: string) => `/battle/${id}`,
  /** Buying and redeeming Steeze. */
  steeze: '/steeze-stack',
  /** Everything on chain that was about the signed-in person, and one of it. */
  receipts: '/receipts',
  receipt: (id: string) => `/receipts/${id}`,
  /** What stands behind the Steeze. */
  reserves: '/reserves',
  leaderboard: '/leaderboard',
  profile: '/profile',
  profileOf: (id: string) => `/profile/${id}`,
  user: (id: string) => `/user/${id}`,
  settings: '/settings',
  /** The settings with a dialog open again, after a trip to X. */
  settingsAsking: (query: { open: 'delete-account' | 'link-wallet' } | { open: 'replace-wallet'; wallet: string }) =>
    `/settings?${new URLSearchParams(query)}`,
  /** Only for admins; to everybody else there is no such page. */
  adminWhitelist: '/admin/whitelist',
  adminPeople: '/admin/people',
  adminBattles: '/admin/battles',
  adminLog: '/admin/log',
  /** A help page; anybody may read them. */
  help: (slug: (typeof helpPages)[number]['slug']) => `/help/${slug}`,
  /** The design system; only where the chain is a local one. */
  design: '/design',
  /** The landing page with the Join dialog open; `next` is where to go once signed in. */
  join: (next?: string) => (next && next !== '/' ? `/?join=1&next=${encodeURIComponent(next)}` : '/?join=1'),
  /** Where a phone connects a wallet: the same dialog again. */
  auth: '/auth',
  /** The server's way to the same dialog, by a full page load. */
  login: (next: string) => `/api/login?next=${encodeURIComponent(next)}`,
} as const

/**
 * A path of this site to go on to, or null. What a link carries in `next` is a stranger's text:
 * anything that could lead to another origin, or into the API, is refused.
 */
export function safeNext(next: string | null, origin: string): string | null {
  if (!next?.startsWith('/')) return null
  let url: URL
  try {
    url = new URL(next, origin)
  } catch {
    return null
  }
  // Dots resolve away: what began as /.// has become //, which leads to another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null
  if (url.pathname === '/api' || url.pathname.startsWith('/api/')) return null
  return url.pathname + url.search + url.hash
}
