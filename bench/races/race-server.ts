/** The whole server for races: HTTP on a database shared with a second server. No job runs in the background. */
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/src/app.ts'
import type { ChainSettings } from '../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../server/src/platform/chain/rpc-chain.ts'
import type { Context } from '../../server/src/platform/context.ts'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import type { Db } from '../../server/src/platform/db/db.ts'
import { inProcessSigner } from '../../tests/server/chain/in-process-signer.ts'
import { productContext } from '../../tests/server/product/arena.ts'
import { testSettings } from '../../tests/server/test-settings.ts'
import { LOCAL_SIGNER_KEY } from '../../tools/local-chain/published-keys.ts'

export interface RaceServerStart {
  url: string
  chain: ChainSettings
  xUrl: string
  adminWallet: string
}

/** Must end in `.test`: the sandbox for X redirects to no other site. */
export const RACE_ORIGIN = 'http://races.test'

/** Returns the context of commands on this database. The beta is closed, so that leaving the whitelist matters. */
export function raceContext(db: Db, { chain, xUrl, adminWallet }: RaceServerStart): Context {
  const ctx: Context = {
    ...productContext(db),
    chain: rpcChain(chain),
    settings: {
      ...testSettings,
      origin: RACE_ORIGIN,
      betaAccess: 'closed',
      adminWallets: [adminWallet.toLowerCase()],
      x: {
        clientId: 'aura-races',
        clientSecret: null,
        authorizeUrl: `${xUrl}/authorize`,
        tokenUrl: `${xUrl}/token`,
        userUrl: `${xUrl}/users/me`,
        postUrl: `${xUrl}/tweets`,
        imageOrigin: 'http://images.test',
        scopes: 'users.read tweet.read',
        postingKey: null,
      },
    },
    push: { publicKey: 'none', send: async () => 'sent' },
  }
  ctx.signer = inProcessSigner(ctx, LOCAL_SIGNER_KEY)
  return ctx
}

/** Serves the product on a free port. `close` ends it and its database connections. */
export async function serveRaces(start: RaceServerStart): Promise<{ port: number; close(): Promise<void> }> {
  const db = await openPg({ url: start.url, poolSize: 12 })
  const app = await buildApp(raceContext(db, start))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit(0))
  const { port } = await serveRaces(JSON.parse(process.argv[2] ?? '') as RaceServerStart)
  process.send?.(port)
}
