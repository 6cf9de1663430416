import { AppError } from '#platform/app-error'
import { isProviderKey } from '../providers/provider-name.ts'
import type { NoncePurpose } from './prove-wallet.ts'

/** Returns what a signature is about beside the account: the new wallet, or the provider. Throws INVALID_REQUEST. */
export function subjectOf(
  purpose: NoncePurpose,
  { replacedBy, provider }: { replacedBy?: string | undefined; provider?: string | undefined },
): string | null {
  if (purpose === 'replace') {
    if (replacedBy === undefined) {
      throw new AppError('INVALID_REQUEST', { message: 'Name the wallet that takes its place' })
    }
    return replacedBy.toLowerCase()
  }
  if (purpose !== 'disconnect') return null
  if (provider === undefined || !isProviderKey(provider)) {
    throw new AppError('INVALID_REQUEST', { message: 'Name the provider to disconnect' })
  }
  return provider
}
