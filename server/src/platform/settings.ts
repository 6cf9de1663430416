import type { PublicConfig } from '@aura/api/calls/config'

/** X, or something that speaks like it. */
export interface XSettings {
  clientId: string
  /** Null for a client that can't keep one: then PKCE alone protects the code. */
  clientSecret: string | null
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  postUrl: string
  /** Where X keeps people's images; others are not fetched. */
  imageOrigin: string
  scopes: string
  /** The key (32 bytes) tokens are sealed with; null where nobody posts, and no token is kept. */
  postingKey: Uint8Array | null
  /** Keys that tokens were sealed with before. */
  previousPostingKeys?: readonly Uint8Array[]
}

/** What an operator decides, already checked. `env.ts` makes it from the environment. */
export interface Settings {
  /** Scheme, host and port people see, without a slash at the end. */
  origin: string
  betaAccess: PublicConfig['betaAccess']
  /** Turns addresses into hashes that outlive an account. */
  hashKey: string
  /** Keys that were used before: what was hashed with one of them is still found. */
  previousHashKeys: readonly string[]
  demoWallet: boolean
  /** Under this project pages connect wallets by WalletConnect; null where they don't. */
  walletConnectProjectId: string | null
  /** Null: nobody signs in with X. */
  x: XSettings | null
  /** The node that pages may talk to themselves: the local chain's. Null everywhere else. */
  localRpcUrl: string | null
  links: PublicConfig['links']
  /** Wallets whose accounts are admins. */
  adminWallets: readonly string[]
  /** Says what an ETH costs in USD, as Chainlink's feeds do; lower case. Null: nothing is told in ETH. */
  ethUsdFeed: string | null
  /** Who asks for /metrics must bring it; null leaves them open. */
  metricsToken: string | null
  /** The built web app; null serves the API only. */
  webDir: string | null
  lessonsDir: string
  /** Addresses of the proxies whose word on the client is believed; false for nobody's, true (tests only) for all. */
  trustProxy: boolean | string
}
