import type { ServerConfig } from './env/config.ts'
import { readEnv } from './env/env.ts'
import { features } from './features.ts'
import { defaultLimits } from './limits.ts'
import { AuditInterrupted } from './platform/audit/audit-run.ts'
import { findProvenAudit, recordAudit } from './platform/audit/record-audit.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import type { Db } from './platform/db/db.ts'
import { noImages } from './platform/images/images.ts'
import { createLive } from './platform/live/live.ts'
import { utcMinute } from './platform/utc-text.ts'
import { openPrepared } from './prepare-database.ts'
import { auditAll } from './programs/audit-all.ts'
import { tellFailure } from './tell-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Continues from the last audit without findings, or reads everything. Returns the exit code: 0 if every feature keeps
 * its promises about the data, and the network agrees.
 */
async function audit(signal: AbortSignal, { isFull }: { isFull: boolean }): Promise<number> {
  const config = readEnv()
  const db = await openPrepared(config)
  const keys = config.settings
  const progress = new Progress(process.stderr)
  try {
    const proven = isFull ? null : await findProvenAudit(db, keys)
    if (proven) say(`After the audit of ${utcMinute(proven.finishedAt)}; with --full it reads everything.`)
    const checkpoints = proven?.checkpoints ?? {}
    const audits = await auditAll(db, { signal, onProgress: progress.update, checkpoints })
    progress.end()
    const counts = audits.flatMap((each) => Object.entries(each.counts ?? {}))
    say(counts.map(([name, count]) => `${count} ${name}`).join(', '))
    for (const { promises, broken } of audits) {
      for (const promise of promises) {
        const mine = broken.filter((finding) => finding.promise === promise)
        say(`${mine.length === 0 ? 'holds ' : 'BROKEN'}  ${promise}`)
        for (const { subject, detail } of mine) say(`        ${subject}: ${detail}`)
      }
    }
    const { isSound, skipped } = await compare(db, config)
    for (const [holds, group] of Map.groupBy(audits, ({ of }) => of.holds)) {
      const [first] = group.flatMap(({ of, broken }) =>
        broken.map(({ subject }) => `${of.broken}, first at ${subject}.`),
      )
      say(first ?? holds)
    }
    // Printed last, because the exit code doesn't show it: an outage proves nothing.
    for (const sentence of skipped) process.stderr.write(`${sentence}\n`)
    const findings = audits.reduce((sum, { broken }) => sum + broken.length, isSound ? 0 : 1)
    const next = audits.flatMap(({ feature, checkpoint }) => (checkpoint === undefined ? [] : [[feature, checkpoint]]))
    const finished = {
      isFull: proven === null,
      isCompared: skipped.length === 0,
      findings,
      checkpoints: Object.fromEntries(next),
    }
    await recordAudit(db, { clock: systemClock, keys, audit: finished })
    return findings === 0 ? 0 : 1
  } finally {
    progress.end()
    await db.close()
  }
}

/** Compares the data with the network. Returns whether they agree, and why something was not compared. */
async function compare(db: Db, { chain, settings }: ServerConfig): Promise<{ isSound: boolean; skipped: string[] }> {
  const base = { clock: systemClock, limits: defaultLimits }
  const ctx = { ...base, db, chain: rpcChain(chain), settings, live: createLive(base), images: noImages }
  const skipped: string[] = []
  let isSound = true
  for (const { audit } of features) {
    const compared = await audit?.compare?.(ctx)
    for (const line of compared?.lines ?? []) say(line)
    if (compared?.skipped !== undefined) skipped.push(compared.skipped)
    isSound &&= compared?.isSound ?? true
  }
  return { isSound, skipped }
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
const given = process.argv.slice(2)
if (given.some((each) => each !== '--full')) {
  process.stderr.write('npm run audit [-- --full]\n')
  process.exit(1)
}
await audit(stop.signal, { isFull: given.length > 0 }).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    if (!(error instanceof AuditInterrupted)) return tellFailure(error)
    process.stderr.write(`${error.message}\n`)
    process.exitCode = INTERRUPTED
  },
)
