import type { FastifyInstance } from 'fastify'
import { hasPasskeys } from '#features/passkeys'
import { isChannelProvider } from '#features/providers'
import { providersOf } from '#features/x'
import type { Context } from '#platform/context'
import { prepared } from '#platform/http/prepared-answer'
import { route } from '#platform/http/route'

export function configRoutes(app: FastifyInstance, ctx: Context): void {
  const { kind, id, name, explorerUrl } = ctx.chain
  const { betaAccess, demoBattle, demoWallet, links } = ctx.settings
  const { localRpcUrl: rpcUrl, walletConnectProjectId: projectId } = ctx.settings
  const usdc = ctx.chain.contracts?.usdc
  const answer = prepared(ctx, Number.POSITIVE_INFINITY, async () => ({
    chain: { kind, id, name, explorerUrl },
    betaAccess,
    demoWallet,
    demoBattle,
    walletConnect: projectId === null ? null : { projectId },
    passkeys: hasPasskeys(ctx),
    formerPasskeyHost: ctx.settings.abandonedHost,
    providers: providersOf(ctx.settings).map(({ id, name, key }) => ({ id, name, isChannel: isChannelProvider(key) })),
    localChain: rpcUrl !== null && usdc !== undefined ? { rpcUrl, usdc } : null,
    push: ctx.push ? { publicKey: ctx.push.publicKey } : null,
    links,
  }))
  route(app, ctx, 'GET /api/config', answer)
}
