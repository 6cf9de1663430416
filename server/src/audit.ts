import { readEnv, type ServerConfig } from './env.ts'
import { auditRanks } from './features/leaderboard/index.ts'
import { auditLedger } from './features/ledger/index.ts'
import { auditSteeze, readReserves } from './features/steeze/index.ts'
import { defaultLimits } from './limits.ts'
import { AppError } from './platform/app-error.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { noImages } from './platform/images/images.ts'
import { createLive } from './platform/live/live.ts'
import { prepareDatabase } from './prepare-database.ts'
import { tellFailure } from './tell-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Answers the exit code: 0 when every promise of the ledger and of the ranks holds, and the contract agrees. */
async function audit(): Promise<number> {
  const config = readEnv()
  const db = await openDatabase(config)
  try {
    await prepareDatabase(db, config)
    const { counts, promises, broken } = await auditLedger(db)
    const steeze = await auditSteeze(db)
    const ranks = await auditRanks(db)
    say(`${counts.accounts} accounts, ${counts.transfers} transfers, ${counts.holds} holds`)
    const inLedger = [...broken, ...steeze.broken]
    const findings = [...inLedger, ...ranks.broken]
    for (const promise of [...promises, ...steeze.promises, ...ranks.promises]) {
      const mine = findings.filter((finding) => finding.promise === promise)
      say(`${mine.length === 0 ? 'holds ' : 'BROKEN'}  ${promise}`)
      for (const { subject, detail } of mine) say(`        ${subject}: ${detail}`)
    }
    const isCovered = await compareReserves(db, config)
    say(inLedger[0] ? `The ledger is broken, first at ${inLedger[0].subject}.` : 'The ledger holds.')
    say(ranks.broken[0] ? `The ranks are broken, first at ${ranks.broken[0].subject}.` : 'The ranks hold.')
    return findings.length === 0 && isCovered ? 0 : 1
  } finally {
    await db.close()
  }
}

/** The contract beside the ledger, where the network can be asked; that it can't be asked proves nothing against it. */
async function compareReserves(db: Db, config: ServerConfig): Promise<boolean> {
  const chain = rpcChain(config.chain)
  if (!chain.contracts) {
    say('not compared with the contract: none is configured')
    return true
  }
  const { settings } = config
  const base = { clock: systemClock, limits: defaultLimits }
  const ctx = { ...base, db, chain, settings, live: createLive(base), images: noImages, push: null, signer: null }
  try {
    const { block, outstanding, usdcMicros, difference } = await readReserves(ctx)
    say(`${difference === 0 ? 'holds ' : 'BROKEN'}  the contract agrees, as of block ${block.number}`)
    say(`        ${outstanding} Steeze outstanding, ${usdcMicros / 1_000_000} USDC held, difference ${difference}`)
    return difference === 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    say('not compared with the contract: the network does not answer')
    return true
  }
}

await audit().then((code) => {
  process.exitCode = code
}, tellFailure)
