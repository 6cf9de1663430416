import type { PublicConfig } from '@aura/api/calls/config'

export interface XSettings {
  clientId: string
  /** Null for a public client, protected by PKCE alone. */
  clientSecret: string | null
  authorizeUrl: string
  tokenUrl: string
  userUrl: string
  postUrl: string
  imageOrigin: string
  scopes: string
  /** Encrypts tokens (32 bytes); null if posting is disabled and no token is stored. */
  postingKey: Uint8Array | null
  previousPostingKeys?: readonly Uint8Array[]
}

/** Settings that only one process may hold, by their owner's name (`declare module '#platform/settings'`). */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface Secrets {}

/** Operator settings, read from the environment by `env.ts`. */
export interface Settings {
  /** Scheme, host and port, without a trailing slash. */
  origin: string
  betaAccess: PublicConfig['betaAccess']
  /** Keys the hashes of wallet addresses, which outlive accounts. */
  hashKey: string
  /** Values hashed with them are still found. */
  previousHashKeys: readonly string[]
  demoWallet: boolean
  walletConnectProjectId: string | null
  x: XSettings | null
  /** The local chain's node, which pages may access directly. Null on other networks. */
  localRpcUrl: string | null
  links: PublicConfig['links']
  adminWallets: readonly string[]
  /** Chainlink feed, lower case. Null: no amounts in ETH are shown. */
  ethUsdFeed: string | null
  /** Null leaves /metrics public. */
  metricsToken: string | null
  /** Null serves the API only. */
  webDir: string | null
  /** Proxies whose X-Forwarded-For is trusted; false: none, true: all (tests only). */
  trustProxy: boolean | string
}
