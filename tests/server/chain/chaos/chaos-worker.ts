/** Server without HTTP, to be killed: follows the chain, redeems and confirms transactions. */

import { watchChain } from '../../../../server/src/features/chain-events/index.ts'
import { confirmPurchase } from '../../../../server/src/features/steeze/buying/confirm-purchase.ts'
import { releaseLapsed } from '../../../../server/src/features/steeze/index.ts'
import { redeem } from '../../../../server/src/features/steeze/redeeming/redeem.ts'
import { AppError } from '../../../../server/src/platform/app-error.ts'
import type { ChainSettings } from '../../../../server/src/platform/chain/chain.ts'
import { rpcChain } from '../../../../server/src/platform/chain/rpc-chain.ts'
import type { Context } from '../../../../server/src/platform/context.ts'
import { openPg } from '../../../../server/src/platform/db/connection/open-pg.ts'
import { eventHandlers } from '../../../../server/src/run-features.ts'
import { productContext } from '../../product/arena.ts'
import { inProcessSigner } from '../in-process-signer.ts'

export interface ChaosWorkerStart {
  url: string
  chain: ChainSettings
  signerKey: `0x${string}`
}

export type ChaosWork =
  | { type: 'redeem'; userId: string; amount: number; requestKey: string }
  | { type: 'confirm'; userId: string; transactionHash: string }
type ChaosRequest = ChaosWork & { id: number }

/** `code` is set when it was refused. */
export type ChaosReply = { id: number; answer?: unknown; code?: string }

const LOOK_EVERY_MS = 20

async function main({ url, chain, signerKey }: ChaosWorkerStart): Promise<void> {
  const bench = productContext(await openPg({ url, poolSize: 6 }))
  const ctx: Context = { ...bench, chain: rpcChain(chain) }
  ctx.signer = inProcessSigner(ctx, signerKey)
  const log = {
    warn: () => {},
    error: (facts: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
  }
  watchChain(ctx, {
    handlers: eventHandlers,
    log,
    intervalMs: LOOK_EVERY_MS,
    afterwards: async () => void (await releaseLapsed(ctx)),
  })
  const work = (request: ChaosRequest) =>
    request.type === 'redeem' ? redeem(ctx, request) : confirmPurchase(ctx, eventHandlers, request)
  process.on('message', (request: ChaosRequest) => {
    work(request).then(
      (answer) => process.send?.({ id: request.id, answer }),
      (error) => process.send?.({ id: request.id, code: error instanceof AppError ? error.code : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

await main(JSON.parse(process.argv[2] ?? '') as ChaosWorkerStart)
