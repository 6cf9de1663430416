import type { Answer } from '@aura/api/calls'
import { useQuery } from '@tanstack/react-query'
import { read } from '#lib/query-client'

/** An account contract, its first key, and the passkeys that sign for it. */
export type PasskeyAccount = NonNullable<Answer<'GET /api/passkeys'>['wallet']>

const AGAIN_MS = 2_000

/** Returns the user's account contract: null if their wallet is an ordinary one, undefined until it is loaded. */
export function usePasskeyAccount({
  passkeyWallet,
}: Pick<Answer<'GET /api/auth/user'>, 'passkeyWallet'>): PasskeyAccount | null | undefined {
  const isBound = passkeyWallet?.status === 'bound'
  // The prompt must follow the press at once, so its keys are loaded before.
  const { data } = useQuery({ ...read('GET /api/passkeys'), enabled: isBound, retry: true, retryDelay: AGAIN_MS })
  return isBound ? data?.wallet : null
}

/** Returns the account's first key as payments name it, by which the first of them makes the account. */
export const firstKeyOf = ({ accountKey }: PasskeyAccount): { accountKey?: string } =>
  accountKey === null ? {} : { accountKey }
