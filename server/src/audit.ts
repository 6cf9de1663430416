import { readEnv, type ServerConfig } from './env.ts'
import { auditRanks } from './features/leaderboard/index.ts'
import { auditLedger } from './features/ledger/index.ts'
import { auditSteeze, readReserves } from './features/steeze/index.ts'
import { defaultLimits } from './limits.ts'
import { AppError } from './platform/app-error.ts'
import { AuditInterrupted } from './platform/audit/audit-run.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { noImages } from './platform/images/images.ts'
import { createLive } from './platform/live/live.ts'
import { openPrepared } from './prepare-database.ts'
import { tellFailure } from './tell-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Returns the exit code: 0 if every invariant of the ledger and the ranks holds, and the contract agrees. */
async function audit(signal: AbortSignal): Promise<number> {
  const config = readEnv()
  const db = await openPrepared(config)
  const progress = new Progress(process.stderr)
  try {
    const options = { signal, onProgress: progress.update }
    const ledger = await auditLedger(db, options)
    const steeze = await auditSteeze(db, options)
    const ranks = await auditRanks(db, options)
    progress.end()
    const { counts } = ledger
    say(`${counts.accounts} accounts, ${counts.transfers} transfers, ${counts.holds} holds`)
    const inLedger = [...ledger.broken, ...steeze.broken]
    const findings = [...inLedger, ...ranks.broken]
    for (const promise of [...ledger.promises, ...steeze.promises, ...ranks.promises]) {
      const mine = findings.filter((finding) => finding.promise === promise)
      say(`${mine.length === 0 ? 'holds ' : 'BROKEN'}  ${promise}`)
      for (const { subject, detail } of mine) say(`        ${subject}: ${detail}`)
    }
    const isCovered = await compareReserves(db, config)
    say(inLedger[0] ? `The ledger is broken, first at ${inLedger[0].subject}.` : 'The ledger holds.')
    say(ranks.broken[0] ? `The ranks are broken, first at ${ranks.broken[0].subject}.` : 'The ranks hold.')
    return findings.length === 0 && isCovered ? 0 : 1
  } finally {
    progress.end()
    await db.close()
  }
}

/** Compares the contract with the ledger if the network responds; an outage proves nothing. */
async function compareReserves(db: Db, config: ServerConfig): Promise<boolean> {
  const chain = rpcChain(config.chain)
  if (!chain.contracts) {
    say('not compared with the contract: none is configured')
    return true
  }
  const { settings } = config
  const base = { clock: systemClock, limits: defaultLimits }
  const ctx = { ...base, db, chain, settings, live: createLive(base), images: noImages }
  try {
    const { block, outstanding, usdcMicros, difference } = await readReserves(ctx)
    say(`${difference === 0 ? 'holds ' : 'BROKEN'}  the contract agrees, as of block ${block.number}`)
    say(`        ${outstanding} Steeze outstanding, ${usdcMicros / 1_000_000} USDC held, difference ${difference}`)
    return difference === 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    say('not compared with the contract: the network is not responding')
    return true
  }
}

class Progress {
  readonly #stream: NodeJS.WriteStream
  #shown = ''

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  update = (part: string, done?: number): void => {
    const line = `checking ${part}${done === undefined || !this.#stream.isTTY ? '' : `, ${Math.floor(done * 100)} %`}`
    if (line === this.#shown) return
    this.#shown = line
    this.#stream.write(this.#stream.isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
  }

  end(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[2K')
  }
}

const INTERRUPTED = 130
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
await audit(stop.signal).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    if (!(error instanceof AuditInterrupted)) return tellFailure(error)
    process.stderr.write(`${error.message}\n`)
    process.exitCode = INTERRUPTED
  },
)
