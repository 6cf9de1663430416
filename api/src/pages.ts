/**
 * Paths of the web app's pages, as patterns with `:id`. The server responds 404 to any other, with the app's not-found
 * screen. A test of the web app compares them with its screens.
 */
export const PAGES = [
  '/',
  '/leaderboard',
  '/profile',
  '/profile/:id',
  '/user/:id',
  '/streak',
  '/battles',
  '/arena',
  '/battles/:id',
  '/battles/:id/receipt',
  '/battle/:id',
  '/steeze-stack',
  '/settings',
  '/receipts',
  '/receipts/:id',
  '/reserves',
  '/help/aura',
  '/help/guide',
  '/help/faq',
  '/help/tips',
  '/help/terms',
  '/help/privacy',
  '/help/support',
  '/admin/whitelist',
  '/admin/people',
  '/admin/battles',
  '/admin/log',
] as const

export const LOCAL_PAGES = ['/design'] as const
