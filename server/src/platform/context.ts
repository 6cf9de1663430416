import type { Limits } from '../limits.ts'
import type { Chain } from './chain/chain.ts'
import type { SettingsGuard } from './chain/settings-guard.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Images } from './images/images.ts'
import type { Live } from './live/live.ts'
import type { Push } from './push/push.ts'
import type { Settings } from './settings.ts'
import type { WithdrawalSigner } from './signer/withdrawal-signer.ts'

/** Everything a command may need; made once, handed to every feature. */
export interface Context {
  db: Db
  chain: Chain
  clock: Clock
  limits: Limits
  settings: Settings
  live: Live
  images: Images
  /** Null: notifications stay in the app. */
  push: Push | null
  /** Null: nothing is redeemed. */
  signer: WithdrawalSigner | null
  /** Knows whether the network confirms the settings; undefined where nothing is signed by them. */
  settingsGuard?: SettingsGuard
}
