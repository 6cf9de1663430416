/** Paths of the web app's pages, as patterns with `:id`; any other gets a 404. A test compares them with the app. */
export const PAGES = [
  '/',
  '/welcome',
  '/leaderboard',
  '/profile',
  '/profile/:id',
  '/user/:id',
  '/learn',
  '/streak',
  '/battles',
  '/arena',
  '/battles/:id',
  '/battles/:id/receipt',
  '/battle/:id',
  '/practice',
  '/challenge/:id',
  '/invite/:id',
  '/invites',
  '/steeze-stack',
  '/settings',
  '/settings/stream',
  '/receipts',
  '/receipts/:id',
  '/reserves',
  '/status',
  '/trust',
  '/league',
  '/recap',
  '/recap/:id',
  '/lessons',
  '/lessons/:id',
  '/glossary',
  '/glossary/:id',
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
  '/admin/comments',
  '/admin/redemptions',
  '/admin/seeds',
  '/admin/lessons',
  '/admin/log',
] as const

/**
 * Pages that other sites and streaming programs may frame. They are built apart from the web app, without session or
 * actions, so framing them can't trick a person into an action.
 */
export const FRAMED_PAGES = ['/overlay/battle/:id', '/embed/battle/:id'] as const

export const LOCAL_PAGES = ['/design'] as const
