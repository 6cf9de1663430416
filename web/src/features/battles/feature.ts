import { Flag, Swords } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'
import { lazyPart } from '#ui/layout/lazy-part'

const battles = {
  title: 'Live Battles',
  load: () => import('./list/battles-screen.tsx'),
  loading: 'Loading battles...',
  visitor: 'sign-in',
} as const

const showdown = {
  title: 'Showdown',
  load: () => import('./showdown/showdown-screen.tsx'),
  loading: 'Loading battle...',
  reads: ['/api/battles/:id'],
  besides: { rounds: { load: () => import('./rounds/rounds-stage.tsx'), reads: ['/api/battles/:id/rounds'] } },
  visitor: 'screen',
  whileRestricted: true,
} as const

export const battlesFeature: Feature = {
  name: 'battles',
  notificationIcons: {
    battle_challenge: Swords,
    battle_accepted: Swords,
    battle_rejected: Flag,
    battle_update: Flag,
  },
  feedTexts: {
    battle_live: ({ other }) => `is battling ${other?.username ?? 'somebody'}`,
    battle_won: ({ other }) => `won against ${other?.username ?? 'somebody'}`,
  },
  parts: () => import('./parts.ts'),
  profile: () => import('./profile.tsx'),
  SettingsCard: lazyPart(() => import('./settings-card.tsx')),
  afterLessons: () => import('./list/live-now.tsx'),
  screens: [
    { ...battles, path: paths.battles },
    { ...battles, path: paths.arena },
    { ...showdown, path: paths.battle(':id') },
    { ...showdown, path: paths.battleAlias(':id') },
    {
      path: paths.challenge(':id'),
      title: 'Challenge',
      load: () => import('./links/challenge-screen.tsx'),
      loading: 'Loading challenge...',
      reads: ['/api/challenge-links/:id'],
      visitor: 'screen',
      whileRestricted: true,
    },
    {
      path: paths.battleReceipt(':id'),
      title: 'Battle receipt',
      load: () => import('./receipt/receipt-screen.tsx'),
      loading: 'Loading receipt...',
      visitor: 'screen',
      whileRestricted: true,
    },
    {
      ...battles,
      path: paths.practice,
      title: 'Practice',
      load: () => import('./practice/practice-screen.tsx'),
      loading: 'Loading practice...',
    },
    {
      path: paths.stream,
      title: 'Stream overlay',
      load: () => import('./stage/stream-screen.tsx'),
      loading: 'Loading your battles...',
    },
  ],
  destinations: [
    {
      path: paths.battles,
      name: 'Live Battles',
      icon: Swords,
      also: [paths.arena, paths.battleAliases, paths.practice],
      inBar: true,
      inTabs: true,
    },
  ],
}
