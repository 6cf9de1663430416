/** The whole server for races: HTTP on a database shared with a second server. No job runs in the background. */
import type { ChainSettings } from '../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import type { Context } from '../../server/src/platform/context.ts'
import type { Settings } from '../../server/src/platform/settings.ts'
import { inProcessSigner } from '../../tests/server/chain/in-process-signer.ts'
import { LOCAL_SIGNER_KEY } from '../../tools/local-chain/published-keys.ts'
import { given, share } from '../support/child.ts'
import { serveProduct } from '../support/serve-product.ts'

export interface RaceServerStart {
  url: string
  chain: ChainSettings
  xUrl: string
  adminWallet: string
}

/** Must end in `.test`: the sandbox for X redirects to no other site. */
export const RACE_ORIGIN = 'http://races.test'

/** The beta is closed, so that leaving the whitelist matters. */
export const raceSettings = ({ xUrl, adminWallet }: RaceServerStart): Partial<Settings> => ({
  origin: RACE_ORIGIN,
  betaAccess: 'closed',
  adminWallets: [adminWallet.toLowerCase()],
  x: {
    ...{ clientId: 'aura-races', clientSecret: null, scopes: 'users.read tweet.read', postingKey: null },
    ...{ authorizeUrl: `${xUrl}/authorize`, tokenUrl: `${xUrl}/token`, imageOrigin: 'http://images.test' },
    ...{ userUrl: `${xUrl}/users/me`, postUrl: `${xUrl}/tweets` },
  },
})

/** Gives a context the chain, its signer and a push service. */
export function equip(ctx: Context, { chain }: RaceServerStart): Context {
  Object.assign(ctx, { chain: rpcChain(chain), push: { publicKey: 'none', send: async () => 'sent' } })
  return Object.assign(ctx, { signer: inProcessSigner(ctx, LOCAL_SIGNER_KEY) })
}

/** Serves the product on a free port. `close` ends it and its database connections. */
export const serveRaces = (start: RaceServerStart) =>
  serveProduct({ databaseUrl: start.url, settings: raceSettings(start) }, (ctx) => equip(ctx, start))

if (import.meta.main) {
  const { port } = await serveRaces(given<RaceServerStart>())
  share({ port })
}
