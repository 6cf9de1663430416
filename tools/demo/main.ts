/** Tops up the demo's creators in the configured database. `CHAIN=local` only. */
import { readEnv } from '../../server/src/env/env.ts'
import { auditLedger } from '../../server/src/features/ledger/index.ts'
import { loadCatalogue } from '../../server/src/features/lessons/index.ts'
import { defaultLimits } from '../../server/src/limits.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openDatabase } from '../../server/src/platform/db/connection/open-database.ts'
import { noImages } from '../../server/src/platform/images/images.ts'
import { createLive } from '../../server/src/platform/live/live.ts'
import { prepareDatabase } from '../../server/src/prepare-database.ts'
import { tellFailure } from '../../server/src/tell-failure.ts'
import { playBattles } from './play-battles.ts'
import { playChain } from './play-chain.ts'
import { playDemo } from './play-demo.ts'
import { playFriends } from './play-friends.ts'

async function topUp(): Promise<void> {
  const config = readEnv()
  if (!config.demoData) return
  const db = await openDatabase(config)
  try {
    await prepareDatabase(db, config)
    const { settings } = config
    const chain = rpcChain(config.chain)
    const base = { clock: systemClock, limits: { ...defaultLimits, battleOutageMs: null } }
    const ctx = { ...base, db, chain, settings, live: createLive(base), images: noImages, signer: null }
    const claims = await playDemo(ctx, await loadCatalogue(settings.lessonsDir), (done, of) =>
      process.send?.({ type: 'progress', text: `${done} of ${of} creators` }),
    )
    await playFriends(ctx)
    const sent = settings.localRpcUrl === null ? 0 : await playChain(ctx, settings.localRpcUrl)
    // After purchases, which are given away here.
    const added = await playBattles(ctx)
    const { broken } = claims + added + sent > 0 ? await auditLedger(db) : { broken: [] }
    if (broken[0]) throw new Error(`the demo broke the ledger: ${JSON.stringify(broken[0])}`)
  } finally {
    await db.close()
  }
}

await topUp().catch(tellFailure)
// The IPC channel would keep the process alive.
process.disconnect?.()
