import { z } from 'zod'
import { call } from '../contract/call.ts'

export const PublicConfig = z.object({
  chain: z.object({
    kind: z.enum(['local', 'base-sepolia', 'base']),
    id: z.int(),
    name: z.string(),
    explorerUrl: z.string().nullable(),
  }),
  betaAccess: z.enum(['open', 'closed']),
  /** The app offers a built-in wallet with published test accounts. Only on `local`. */
  demoWallet: z.boolean(),
  /** Length of the demo battles that can start here, and the wait before. Null off `local` or without demo data. */
  demoBattle: z.object({ startsInMinutes: z.int(), minutes: z.int() }).nullable(),
  /** Providers to sign in with, in the order to show them, X first. */
  providers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Profiles show the channel that a linked account proves. */
      isChannel: z.boolean(),
    }),
  ),
  /** Whether passkeys sign in. Browsers offer none for an address that is no name. */
  passkeys: z.boolean(),
  /** Host that Aura left, whose passkeys no browser offers here; null if there is none. */
  formerPasskeyHost: z.string().nullable(),
  /** RPC and token addresses of the built-in wallet. Only on `local`. */
  localChain: z.object({ rpcUrl: z.string(), usdc: z.string() }).nullable(),
  /** WalletConnect's relay; null if not set up. */
  walletConnect: z.object({ projectId: z.string() }).nullable(),
  /** VAPID public key; null if push is not set up. */
  push: z.object({ publicKey: z.string() }).nullable(),
  links: z.object({ docs: z.string().nullable(), x: z.string().nullable(), chat: z.string().nullable() }),
})
export type PublicConfig = z.output<typeof PublicConfig>

export const configCalls = {
  'GET /api/config': call({
    summary: 'Get the network, access mode and links of this server',
    access: 'public',
    rate: 'read',
    answer: PublicConfig,
  }),
}
