import { helpPages, paths } from './paths.ts'

/** An address, the screen that is there, and for whom. */
interface ScreenAt {
  path: string
  /** Which component: `routes.tsx` and, for visitors, `frame/visitor.tsx` name it. */
  screen: string
  title: string
  /** To visitors: the same screen, the landing page, or the way to sign in; else the 404 screen. */
  visitor?: 'screen' | 'landing' | 'sign-in'
  /** Exists only where the chain is a local one. */
  localOnly?: true
  /** To anybody else the 404 screen. */
  adminOnly?: true
  /** Also for somebody who may not take part. */
  whileRestricted?: true
}

const help = helpPages.map(
  ({ slug, title }) =>
    ({ path: paths.help(slug), screen: 'help', title, visitor: 'screen', whileRestricted: true }) as const,
)

/** Every screen there is. What is not in this table is the 404 screen. */
export const screens = [
  { path: paths.home, screen: 'dashboard', title: 'Dashboard', visitor: 'landing' },
  { path: paths.leaderboard, screen: 'leaderboard', title: 'Leaderboard', visitor: 'sign-in' },
  { path: paths.profile, screen: 'profile', title: 'Profile', visitor: 'sign-in' },
  { path: paths.profileOf(':id'), screen: 'profile', title: 'Profile', visitor: 'sign-in' },
  { path: paths.user(':id'), screen: 'profile', title: 'Profile', visitor: 'sign-in' },
  { path: paths.streak, screen: 'streak', title: 'Streak' },
  { path: paths.battles, screen: 'battles', title: 'Live Battles', visitor: 'sign-in' },
  { path: paths.arena, screen: 'battles', title: 'Live Battles', visitor: 'sign-in' },
  { path: paths.battle(':id'), screen: 'showdown', title: 'Showdown', visitor: 'screen', whileRestricted: true },
  {
    path: paths.battleReceipt(':id'),
    screen: 'battleReceipt',
    title: 'Battle receipt',
    visitor: 'screen',
    whileRestricted: true,
  },
  { path: paths.battleAlias(':id'), screen: 'showdown', title: 'Showdown', visitor: 'screen', whileRestricted: true },
  { path: paths.steeze, screen: 'steeze', title: 'Steeze Recharge', whileRestricted: true },
  { path: paths.settings, screen: 'settings', title: 'Settings', whileRestricted: true },
  { path: paths.receipts, screen: 'receipts', title: 'Receipts', whileRestricted: true },
  { path: paths.receipt(':id'), screen: 'receipt', title: 'Receipt', whileRestricted: true },
  { path: paths.reserves, screen: 'reserves', title: 'Proof of reserves', visitor: 'screen', whileRestricted: true },
  { path: paths.design, screen: 'design', title: 'Components and states', visitor: 'screen', localOnly: true },
  ...help,
  { path: paths.adminWhitelist, screen: 'adminWhitelist', title: 'Beta Access Management', adminOnly: true },
  { path: paths.adminPeople, screen: 'adminPeople', title: 'People', adminOnly: true },
  { path: paths.adminBattles, screen: 'adminBattles', title: 'Battles', adminOnly: true },
  { path: paths.adminLog, screen: 'adminLog', title: 'Log', adminOnly: true },
] as const satisfies readonly ScreenAt[]

type Listed = (typeof screens)[number]
export type ScreenName = Listed['screen']
export type PublicScreenName = Extract<Listed, { visitor: 'screen' }>['screen']

/** What somebody finds at an address. */
export type Shown = 'screen' | 'landing' | 'sign-in' | 'restricted' | 'not-found'

/** Who looks: nobody that is known, or somebody signed in. */
export type Viewer = 'visitor' | { isAdmin: boolean; isRestricted: boolean }

/** The rule of who sees what. Nobody can tell what is not for them from what is not there. */
export function shownTo(viewer: Viewer, { visitor, adminOnly, whileRestricted }: ScreenAt): Shown {
  if (viewer === 'visitor') return visitor ?? 'not-found'
  if (adminOnly && !viewer.isAdmin) return 'not-found'
  return viewer.isRestricted && !whileRestricted ? 'restricted' : 'screen'
}
