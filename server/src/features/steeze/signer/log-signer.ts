import type { Context } from '#platform/context'
import type { JobLog } from '#platform/feature'
import { logSecurity } from '#platform/http/security/security-log'
import type { SignerProcess } from './start-signer.ts'

export function logSigner(ctx: Pick<Context, 'settings'>, signer: Pick<SignerProcess, 'listen'>, log: JobLog): void {
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
