import type { PublicConfig } from '@aura/api/calls/config'

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
  /** Earlier hash keys, whose hashes are still found. */
  previousHashKeys: readonly string[]
  demoWallet: boolean
  walletConnectProjectId: string | null
  /** The local chain's node, which pages may access directly. Null on other networks. */
  localRpcUrl: string | null
  links: PublicConfig['links']
  adminWallets: readonly string[]
  /** Chainlink feed, lower case. Null shows no amounts in ETH. */
  ethUsdFeed: string | null
  /** Token that /metrics asks for; null makes it public. */
  metricsToken: string | null
  /** Null serves the API only. */
  webDir: string | null
  /** Proxies whose X-Forwarded-For is trusted: false for none, true for all (tests only). */
  trustProxy: boolean | string
}
