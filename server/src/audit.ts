import { readEnv } from './env.ts'
import { auditLedger } from './features/ledger/public.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'

const db = await openDatabase(readEnv())
await migrate(db)
const { counts, promises, broken } = await auditLedger(db)
await db.close()

const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${counts.accounts} accounts, ${counts.transfers} movements, ${counts.holds} holds`)
for (const promise of promises) {
  const findings = broken.filter((finding) => finding.promise === promise)
  say(`${findings.length === 0 ? 'holds ' : 'BROKEN'}  ${promise}`)
  for (const { subject, detail } of findings) say(`        ${subject}: ${detail}`)
}
if (broken[0]) say(`The ledger is broken, first at ${broken[0].subject}.`)
else say('The ledger holds.')
process.exitCode = broken.length === 0 ? 0 : 1
