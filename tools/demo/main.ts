/**
 * Plays the demo's creators in the configured database. `CHAIN=local` only. Where they all exist, only their battles of
 * now are played, which takes a moment, and the parent is told to run `main.ts days` beside the server.
 */
import { constants, setPriority } from 'node:os'
import { readEnv } from '../../server/src/env/env.ts'
import { readBattles } from '../../server/src/features/battles/index.ts'
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
import { haveAllJoined, playDemo } from './play-demo.ts'
import { playFriends } from './play-friends.ts'
import { playPlaces } from './play-places.ts'
import { playRatedRounds } from './play-rated-rounds.ts'

/** Plays the missing days and battles; with `isBesideServer` only the days, whose commands need no scheduled job. */
async function play(isBesideServer: boolean): Promise<void> {
  const config = readEnv()
  if (!config.demoData) return
  const db = await openDatabase(config)
  try {
    await prepareDatabase(db, config)
    const { settings } = config
    const chain = rpcChain(config.chain)
    const base = { clock: systemClock, limits: { ...defaultLimits, battleOutageMs: null } }
    const ctx = { ...base, db, chain, settings, live: createLive(base), images: noImages, signer: null }
    // Battles come last: without any, an earlier play was interrupted.
    const hasBattles = (await readBattles(ctx, undefined, { view: 'all', limit: 1 })).length > 0
    const isFirst = !hasBattles || !(await haveAllJoined(ctx))
    if (!isFirst && !isBesideServer) {
      await playBattles(ctx)
      await playRatedRounds(ctx)
      process.send?.({ type: 'days-later' })
      return
    }
    const claims = await playDemo(ctx, await loadCatalogue(settings.lessonsDir), (done, of) =>
      process.send?.({ type: 'progress', text: `${done} of ${of} creators` }),
    )
    await playFriends(ctx)
    await playPlaces(ctx)
    const sent = settings.localRpcUrl === null || !isFirst ? 0 : await playChain(ctx, settings.localRpcUrl)
    // Runs after purchases, because battles give away what was purchased. Beside a server, its own scheduled jobs would
    // interfere.
    const added = isBesideServer ? 0 : (await playBattles(ctx)) + (await playRatedRounds(ctx))
    const { broken } = claims + added + sent > 0 ? await auditLedger(db) : { broken: [] }
    if (broken[0]) throw new Error(`the demo broke the ledger: ${JSON.stringify(broken[0])}`)
  } finally {
    await db.close()
  }
}

const isBesideServer = process.argv[2] === 'days'
if (isBesideServer) setPriority(constants.priority.PRIORITY_LOW)
await play(isBesideServer).catch(tellFailure)
// The IPC channel would keep the process alive.
process.disconnect?.()
