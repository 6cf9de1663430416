import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './platform/context.ts'
import { logSecurity } from './platform/http/security-log.ts'
import type { SignerProcess } from './platform/signer/start-signer.ts'

export function logSigner(
  ctx: Pick<Context, 'settings'>,
  signer: Pick<SignerProcess, 'listen'>,
  log: FastifyBaseLogger,
): void {
  signer.listen((event) => {
    if (event.type === 'refused') {
      logSecurity(ctx, { log }, 'signing-refused', { walletAddress: event.wallet, reason: event.reason })
    } else if (event.type === 'ended') {
      log.error({ retryMs: event.retryMs }, 'the withdrawal signer ended and is restarting; redeeming is paused')
    } else if (event.type === 'unusable') {
      log.error({ alert: 'signer-unusable' }, event.message)
    } else {
      log.error({ alert: 'signer-lost' }, 'the withdrawal signer is gone; restart the server to resume redeeming')
    }
  })
}
