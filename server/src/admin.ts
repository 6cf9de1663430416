import { getAddress, isAddress } from 'viem'
import { readEnv } from './env.ts'
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

const USAGE = `npm run admin -- COMMAND WALLET

  whitelist WALLET [NOTE]   let a wallet join the closed beta
  grant WALLET              make the account of a wallet an admin
  revoke WALLET             take that role away
`

/** What a command did, in a sentence; throws with one when it could not. */
type Command = (ctx: Context, walletAddress: string, note: string | null) => Promise<string>

const setAdmin =
  (isAdmin: boolean): Command =>
  async (ctx, walletAddress) => {
    const userId = await findWalletUser(ctx.db, walletAddress.toLowerCase())
    if (!userId) throw new Error(`No account has the wallet ${walletAddress}; its owner has to sign in once first.`)
    await updateIsAdmin(ctx.db, userId, isAdmin)
    return `${walletAddress} ${isAdmin ? 'is an admin now' : 'is no admin any more'}.`
  }

const addToWhitelist: Command = async (ctx, walletAddress, note) => {
  await whitelistWallet(ctx, walletAddress, note)
  return `${walletAddress} may join the closed beta.`
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['whitelist', addToWhitelist],
  ['grant', setAdmin(true)],
  ['revoke', setAdmin(false)],
])

async function main([name = '', wallet = '', ...words]: string[]): Promise<number> {
  const command = COMMANDS.get(name)
  if (!command) return explain(USAGE)
  if (!isAddress(wallet, { strict: false }))
    return explain(`${wallet || 'Nothing'} is not a wallet address.\n\n${USAGE}`)
  const config = readEnv()
  const db = await openDatabase(config)
  try {
    await migrate(db)
    const { settings } = config
    const chain = rpcChain(config.chain)
    const base = { clock: systemClock, limits: defaultLimits }
    const ctx = { ...base, db, chain, settings, live: createLive(base) }
    process.stdout.write(`${await command(ctx, getAddress(wallet.toLowerCase()), words.join(' ').trim() || null)}\n`)
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
