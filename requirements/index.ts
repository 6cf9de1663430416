import { access } from './access.ts'
import { admin } from './admin.ts'
import { battles } from './battles.ts'
import { frame } from './frame.ts'
import { invites } from './invites.ts'
import { labs } from './labs.ts'
import { landing } from './landing.ts'
import { leaderboard } from './leaderboard.ts'
import { leagues } from './leagues.ts'
import { learning } from './learning.ts'
import { ledger } from './ledger.ts'
import { notifications } from './notifications.ts'
import { profile } from './profile.ts'
import { recap } from './recap.ts'
import { relatedAccounts } from './related-accounts.ts'
import type { Requirement } from './requirement.ts'
import { settings } from './settings.ts'
import { steeze } from './steeze.ts'
import { trust } from './trust.ts'
import { vouching } from './vouching.ts'

/** By area, in the order users meet them. */
export const requirements: readonly { area: string; items: readonly Requirement[] }[] = [
  { area: 'access', items: access },
  { area: 'landing', items: landing },
  { area: 'frame', items: frame },
  { area: 'learning', items: learning },
  { area: 'labs', items: labs },
  { area: 'ledger', items: ledger },
  { area: 'battles', items: battles },
  { area: 'leaderboard', items: leaderboard },
  { area: 'leagues', items: leagues },
  { area: 'recap', items: recap },
  { area: 'profile', items: profile },
  { area: 'vouching', items: vouching },
  { area: 'trust', items: trust },
  { area: 'related', items: relatedAccounts },
  { area: 'invites', items: invites },
  { area: 'steeze', items: steeze },
  { area: 'notifications', items: notifications },
  { area: 'settings', items: settings },
  { area: 'admin', items: admin },
]
