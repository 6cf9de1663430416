import { readEnv } from './env.ts'
import { auditRanks } from './features/leaderboard/public.ts'
import { auditLedger } from './features/ledger/public.ts'
import type { Db } from './platform/db/db.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { tellFailure } from './tell-failure.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Answers the exit code: 0 when every promise of the ledger, and of the ranks it leads to, holds. */
async function audit(): Promise<number> {
  const db = await openDatabase(readEnv())
  await migrate(db)
  const { counts, ledger, ranks } = await findings(db).finally(() => db.close())
  const broken = [...ledger.broken, ...ranks.broken]
  say(`${counts.accounts} accounts, ${counts.transfers} movements, ${counts.holds} holds`)
  for (const promise of [...ledger.promises, ...ranks.promises]) {
    const findings = broken.filter((finding) => finding.promise === promise)
    say(`${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${promise}`)
    for (const { subject, detail } of findings) say(`        ${subject}: ${detail}`)
  }
  say(broken[0] ? `The ledger is broken, first at ${broken[0].subject}.` : 'The ledger holds.')
  return broken.length === 0 ? 0 : 1
}

async function findings(db: Db) {
  const { counts, ...ledger } = await auditLedger(db)
  return { counts, ledger, ranks: await auditRanks(db) }
}

await audit().then((code) => {
  process.exitCode = code
}, tellFailure)
