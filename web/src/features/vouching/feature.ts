import { usdcPlain, usdcText } from '@aura/api/money'
import { VOUCH_MULTIPLIERS } from '@aura/api/rules/vouching'
import { HandCoins } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { FirstVouch } from './first-vouch.ts'
import { vouchPath } from './vouch-path.ts'

export const vouchingFeature: Feature = {
  name: 'vouching',
  notificationIcons: { vouch_received: HandCoins },
  levelPerk: {
    name: 'Vouches',
    figure: (level) => `${VOUCH_MULTIPLIERS[level]}x`,
    text: (level) => `Your vouches now count ${VOUCH_MULTIPLIERS[level]}x.`,
  },
  dashboardStat: {
    name: 'Earnings',
    unit: 'USDC',
    note: 'earned from vouches',
    value: ({ totalUsdtEarned }) => usdcText(totalUsdtEarned),
  },
  feedTexts: {
    vouched: ({ other, number }) => `vouched ${usdcPlain(number ?? 0)} USDC for ${other?.username ?? 'somebody'}`,
  },
  WhileSignedIn: FirstVouch,
  thankFighter: { text: (name) => `Vouch for ${name}`, path: vouchPath },
  profile: () => import('./profile.tsx'),
  parts: () => import('./parts.tsx'),
}
