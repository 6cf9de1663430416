import type { Chain } from './chain/chain.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/db.ts'
import type { Images } from './images/images.ts'
import type { Limits } from './limits.ts'
import type { Live } from './live/live.ts'
import type { Settings } from './settings.ts'

/** Dependencies of commands, created once. A feature that `opens` one adds it to this interface. */
export interface Context {
  db: Db
  chain: Chain
  clock: Clock
  limits: Limits
  settings: Settings
  live: Live
  images: Images
}
