import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import type { Context } from '#platform/context'
import { route } from '#platform/http/route'
import { hasBetaAccess } from './beta-access.ts'
import { csvOf } from './csv.rules.ts'
import { countEntries, type Entry, listEntries } from './store.ts'
import { importWhitelist, whitelistWallet } from './whitelist-wallet.ts'

export function whitelistRoutes(app: FastifyInstance, ctx: Context): void {
  route(app, ctx, 'GET /api/whitelist', async ({ query }) =>
    (await listEntries(ctx.db, { ...query, after: query.after ?? null })).map(present),
  )

  route(app, ctx, 'GET /api/whitelist/counts', () => countEntries(ctx.db))

  route(app, ctx, 'POST /api/whitelist', async ({ body, userId }) =>
    present(await whitelistWallet(ctx, body.walletAddress, body.note, userId)),
  )

  route(app, ctx, 'GET /api/whitelist/csv', async () => {
    const entries = await listEntries(ctx.db, { q: '', view: 'all', after: null, limit: null })
    return { csv: csvOf([['address', 'note', 'status', 'added', 'added by'], ...entries.map(cellsOf)]) }
  })

  route(app, ctx, 'POST /api/whitelist/csv', ({ body, userId }) => importWhitelist(ctx, body.csv, userId))

  route(app, ctx, 'GET /api/beta-access/:walletAddress', async ({ params }) => ({
    hasAccess: await hasBetaAccess(ctx, ctx.db, params.walletAddress),
  }))
}

const present = ({ addedById, addedByName, ...entry }: Entry) => ({
  ...entry,
  walletAddress: getAddress(entry.walletAddress),
  createdAt: entry.createdAt.toISOString(),
  addedBy: addedById !== null && addedByName !== null ? { id: addedById, username: addedByName } : null,
})

const cellsOf = (entry: Entry): string[] => [
  getAddress(entry.walletAddress),
  entry.note ?? '',
  entry.isActive ? 'Active' : 'Inactive',
  entry.createdAt.toISOString(),
  entry.addedByName ?? '',
]
