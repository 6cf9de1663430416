/** Server without HTTP, to be killed: takes gifts over IPC and gives them in the battle's shard. */
import { giftQueue, type WantedGift } from '../../../server/src/features/battles/index.ts'
import { AppError } from '../../../server/src/platform/app-error.ts'
import { noLog } from '../../../server/src/platform/http/security/security-log.ts'
import { startScheduler } from '../../../server/src/platform/scheduler/scheduler.ts'
import { scheduledJobs } from '../../../server/src/run-features.ts'
import type { GiftReport } from '../chaos/fight.ts'
import { GIVEN, giveFromHome, resume } from './give-across.ts'
import { byNumber, openShards } from './shards.ts'

const RESUME_MS = 300

const tell = (message: 'ready' | GiftReport) => process.send?.(message)
// A database that is away is one of the faults.
const onError = () => {}

async function main(home: string, away: string): Promise<void> {
  const shards = await openShards({ home, away }, 8)
  const numbered = await byNumber(shards)
  const giveThere = giftQueue(shards.away)
  for (const ctx of [shards.home, shards.away]) startScheduler(scheduledJobs(ctx, onError, noLog), { onError })
  const again = () =>
    resume(shards, giveThere)
      .catch(onError)
      .finally(() => setTimeout(again, RESUME_MS))
  setTimeout(again, RESUME_MS)

  process.on('message', (gift: WantedGift) => {
    giveFromHome(numbered, shards.away, { gift, giveThere }).then(
      (outcome) => tell({ key: gift.key, given: outcome === GIVEN, code: outcome }),
      (error) => {
        if (error instanceof AppError) tell({ key: gift.key, given: false, code: error.code })
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  tell('ready')
}

const [home = '', away = ''] = process.argv.slice(2)
await main(home, away)
