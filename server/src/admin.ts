import { getAddress, isAddress } from 'viem'
import { readEnv } from './env.ts'
import { voidBattle } from './features/battles/public.ts'
import { updateIsAdmin } from './features/profile/public.ts'
import { findWalletUser } from './features/wallets/public.ts'
import { whitelistWallet } from './features/whitelist/public.ts'
import { defaultLimits } from './limits.ts'
import { rpcChain } from './platform/chain/rpc-chain.ts'
import { systemClock } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { createLive } from './platform/live/live.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const USAGE = `npm run admin -- COMMAND SUBJECT

  whitelist WALLET [NOTE]   let a wallet join the closed beta
  grant WALLET              make the account of a wallet an admin
  revoke WALLET             take that role away
  void-battle ID REASON     call an accepted or live battle off; stakes and gifts go back
`

/** What a command did, in a sentence; throws with one when it could not. */
type Run = (ctx: Context, subject: string, words: string | null) => Promise<string>

interface Command {
  /** What is wrong with what was typed. */
  fault(subject: string, words: string | null): string | undefined
  run: Run
}

/** A command about a wallet; it is handed the address checksummed. */
const ofWallet = (run: Run): Command => ({
  fault: (subject) =>
    isAddress(subject, { strict: false }) ? undefined : `${subject || 'Nothing'} is not a wallet address.`,
  run: (ctx, subject, words) => run(ctx, getAddress(subject.toLowerCase()), words),
})

const setAdmin =
  (isAdmin: boolean): Run =>
  async (ctx, walletAddress) => {
    const userId = await findWalletUser(ctx.db, walletAddress.toLowerCase())
    if (!userId) throw new Error(`No account has the wallet ${walletAddress}; its owner has to sign in once first.`)
    await updateIsAdmin(ctx.db, userId, isAdmin)
    return `${walletAddress} ${isAdmin ? 'is an admin now' : 'is no admin any more'}.`
  }

const addToWhitelist: Run = async (ctx, walletAddress, note) => {
  await whitelistWallet(ctx, walletAddress, note)
  return `${walletAddress} may join the closed beta.`
}

const callBattleOff: Command = {
  fault(battleId, reason) {
    if (!UUID.test(battleId)) return `${battleId || 'Nothing'} is not the id of a battle.`
    return reason === null ? 'Say why: the reason is shown to everybody.' : undefined
  },
  async run(ctx, battleId, reason) {
    await voidBattle(ctx, { battleId: battleId.toLowerCase(), reason: reason ?? '', adminId: null })
    return `Battle ${battleId} is cancelled; stakes and gifts are back where they came from.`
  },
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['whitelist', ofWallet(addToWhitelist)],
  ['grant', ofWallet(setAdmin(true))],
  ['revoke', ofWallet(setAdmin(false))],
  ['void-battle', callBattleOff],
])

async function main([name = '', subject = '', ...words]: string[]): Promise<number> {
  const command = COMMANDS.get(name)
  if (!command) return explain(USAGE)
  const text = words.join(' ').trim() || null
  const fault = command.fault(subject, text)
  if (fault) return explain(`${fault}\n\n${USAGE}`)
  const config = readEnv()
  const db = await openDatabase(config)
  try {
    await migrate(db)
    const { settings } = config
    const chain = rpcChain(config.chain)
    const base = { clock: systemClock, limits: defaultLimits }
    const ctx = { ...base, db, chain, settings, live: createLive(base) }
    process.stdout.write(`${await command.run(ctx, subject, text)}\n`)
    return 0
  } finally {
    await db.close()
  }
}

function explain(text: string): number {
  process.stderr.write(text)
  return 2
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
