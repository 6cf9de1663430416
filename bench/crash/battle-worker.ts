/** A server without HTTP that can be killed: takes gifts over IPC and runs scheduled jobs. */
import { giftQueue, type WantedGift } from '../../server/src/features/battles/index.ts'
import { AppError } from '../../server/src/platform/app-error.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { noLog } from '../../server/src/platform/http/security/security-log.ts'
import { startScheduler } from '../../server/src/platform/scheduler/scheduler.ts'
import { scheduledJobs } from '../../server/src/run-features.ts'
import { productContext } from '../../tests/server/product/arena.ts'

export type GiftReport = { key: string; given: boolean; code?: string }

const tell = (message: 'ready' | GiftReport) => process.send?.(message)

async function main(url: string): Promise<void> {
  const ctx = productContext(await openPg({ url, poolSize: 8 }))
  const give = giftQueue(ctx)
  const onError = (error: unknown) => console.error(error)
  startScheduler(scheduledJobs(ctx, onError, noLog), { onError })
  process.on('message', (gift: WantedGift) => {
    give(gift).then(
      () => tell({ key: gift.key, given: true }),
      (error) => {
        if (error instanceof AppError) tell({ key: gift.key, given: false, code: error.code })
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  tell('ready')
}

await main((JSON.parse(process.argv[2] ?? '') as { url: string }).url)
