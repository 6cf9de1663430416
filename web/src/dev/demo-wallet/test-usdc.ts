import { DEMO_ACCOUNTS, type DemoAccount } from './accounts.ts'
import { askNode } from './node.ts'
import { giveUsdc } from './transactions.ts'

/** Gives an address of the local chain 1,000 test USDC, as the demo wallet does for its own. Throws if the chain is away. */
export function giveTestUsdc(chain: { chainId: number; rpcUrl: string; usdc: string }, to: string): Promise<void> {
  const payer = DEMO_ACCOUNTS.at(-1) as DemoAccount
  return giveUsdc({ chainId: chain.chainId, ask: askNode(chain.rpcUrl), usdc: chain.usdc }, payer, to as `0x${string}`)
}
