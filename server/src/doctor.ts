import type { ServerConfig } from './env/config.ts'
import { BadSetting, readEnv } from './env/env.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import { type Check, type Checked, printFindings, problem, runChecks } from './platform/doctor/check.ts'
import { checkSecrecy, checksOf, openExamined } from './programs/doctor-checks.ts'
import { tellFailure } from './tell-failure.ts'

const TIMEOUT_MS = 20_000

const settings = (run: Check['run']): Check => ({ name: 'settings', run })

async function examine(): Promise<Checked[]> {
  let config: ServerConfig
  try {
    config = readEnv()
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error
    const { message } = error
    return runChecks([settings(async () => message.split('\n').map(problem))], TIMEOUT_MS)
  }
  const db = await openExamined(config)
  try {
    const checks = checksOf({ config, db, chain: rpcChain(config.chain), clock: systemClock })
    return await runChecks([settings(async () => checkSecrecy()), ...checks], TIMEOUT_MS)
  } finally {
    if ('close' in db) await db.close()
  }
}

try {
  printFindings(await examine())
} catch (error) {
  tellFailure(error)
}
