import type { PublicConfig } from '@aura/api/calls/config'

/** Settings of X, or of a compatible service. */
export interface XSettings {
  clientId: string
  /** Null for a public client, where PKCE alone protects the code. */
  clientSecret: string | null
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  postUrl: string
  /** X's image host; images elsewhere aren't fetched. */
  imageOrigin: string
  scopes: string
  /** Key (32 bytes) that encrypts tokens; null where posting is disabled and no token is stored. */
  postingKey: Uint8Array | null
  /** Previous encryption keys of tokens. */
  previousPostingKeys?: readonly Uint8Array[]
}

/** Operator settings, validated. `env.ts` reads them from the environment. */
export interface Settings {
  /** Public scheme, host and port, without a trailing slash. */
  origin: string
  betaAccess: PublicConfig['betaAccess']
  /** Keys the hashes of addresses, which outlive an account. */
  hashKey: string
  /** Previous hash keys: values hashed with them are still found. */
  previousHashKeys: readonly string[]
  demoWallet: boolean
  /** Project id of WalletConnect; null where it is disabled. */
  walletConnectProjectId: string | null
  /** Null: signing in with X is disabled. */
  x: XSettings | null
  /** Node that pages may access directly: the local chain's. Null on any other network. */
  localRpcUrl: string | null
  links: PublicConfig['links']
  /** Wallets whose accounts are admins. */
  adminWallets: readonly string[]
  /** Chainlink price feed of ETH in USD, lower case. Null: no amounts in ETH are shown. */
  ethUsdFeed: string | null
  /** Token required for /metrics; null leaves it public. */
  metricsToken: string | null
  /** Folder of the built web app; null serves the API only. */
  webDir: string | null
  lessonsDir: string
  /** Trusted proxy addresses, whose X-Forwarded-For is honoured; false trusts none, true (tests only) all. */
  trustProxy: boolean | string
}
