import { ApiError, errorCode } from '#lib/api-error'
import { ChainFailure } from '#lib/chain/chain-failure'
import { isUnsupported } from '#lib/chain/wallet-rpc'

/** Reasons of RELAY_UNAVAILABLE. */
const UNAVAILABLE: Record<string, string> = {
  off: 'Aura doesn’t pay network fees here.',
  price: 'The network is too expensive for Aura right now.',
  empty: 'Aura has no ETH left for network fees.',
  person: 'Aura has paid as many network fees for you as it can in a day.',
  failures: 'Too many of your payments failed today, so Aura doesn’t pay their fees.',
  hour: 'Aura has reached its limit of network fees for this hour.',
  day: 'Aura has reached its limit of network fees for today.',
}

const DOWN = 'Aura can’t hand payments in right now.'

/** Returns why Aura didn't take a payment on, if it certainly did not, else null. */
export function unavailableText(error: unknown): string | null {
  const code = errorCode(error)
  if (code === 'CHAIN_UNAVAILABLE') return DOWN
  if (code !== 'RELAY_UNAVAILABLE') return null
  return UNAVAILABLE[reasonOf(error)] ?? DOWN
}

/** Returns why a wallet has to send a payment itself that Aura could not hand in, else null. */
export function fallbackText(error: unknown): string | null {
  const cannotSign =
    (error instanceof ChainFailure && isUnsupported(error.cause)) ||
    // Contract wallets sign in ways that USDC may not know.
    (errorCode(error) === 'RELAY_REFUSED' && reasonOf(error) === 'signature')
  const why = cannotSign ? 'USDC doesn’t take this wallet’s signature.' : unavailableText(error)
  return why && `${why} Your wallet sends this one, and the network’s fee in ETH comes on top.`
}

/** Returns why a connected wallet has to hand in what a key of an account signed, else null. */
export function ownTransactionText(error: unknown): string | null {
  const why = unavailableText(error)
  return why && `${why} The wallet you connected sends this one and pays the network’s fee in ETH.`
}

const reasonOf = (error: unknown): string => (error instanceof ApiError ? String(error.data.reason) : '')
