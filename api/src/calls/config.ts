import { z } from 'zod'
import { call } from '../call.ts'

/** What a page must know of the server it talks to. */
export const PublicConfig = z.object({
  chain: z.object({
    kind: z.enum(['local', 'base-sepolia', 'base']),
    id: z.int(),
    name: z.string(),
    explorerUrl: z.string().nullable(),
  }),
  betaAccess: z.enum(['open', 'closed']),
  /** The app announces a wallet of its own, with published test accounts. Only ever true on `local`. */
  demoWallet: z.boolean(),
  /** People can sign in with X here. */
  xSignIn: z.boolean(),
  /** Where that wallet asks and sends, and the token it gives away. Only ever there on `local`, and not without a chain. */
  localChain: z.object({ rpcUrl: z.string(), usdc: z.string() }).nullable(),
  /** Wallets may also be connected through WalletConnect's relay, in the name of this project; null where they may not. */
  walletConnect: z.object({ projectId: z.string() }).nullable(),
  /** What browsers know this server by where notifications also reach closed ones; null where they don't. */
  push: z.object({ publicKey: z.string() }).nullable(),
  links: z.object({ docs: z.string().nullable(), x: z.string().nullable(), chat: z.string().nullable() }),
})
export type PublicConfig = z.output<typeof PublicConfig>

export const configCalls = {
  'GET /api/config': call({
    summary: 'Network, access and links of this server',
    access: 'public',
    rate: 'read',
    answer: PublicConfig,
  }),
}
