import { ChainFailure } from '#lib/chain/chain-failure'
import type { Network } from '#lib/chain/ensure-network'
import type { ErrorText } from '#lib/error-text'
import { isMobile } from '#lib/wallet/mobile'
import { type AnnouncedWallet, accountsIn } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { connectError } from '#lib/wallet/wallet-error'
import { walletErrorText } from '#lib/wallet/wallet-error-text'
import { moneyErrorText } from './payment-text.ts'
import { showPaymentToast } from './show-payment-toast.ts'
import { switchNetwork } from './switch-network.ts'

/** Connects a wallet and switches it to the product's network. Reports errors to the user and never throws. */
export async function connectToPay(
  { info, provider }: AnnouncedWallet,
  network: Network,
  failed: ErrorText,
): Promise<void> {
  try {
    const accounts = accountsIn(await provider.request({ method: 'eth_requestAccounts' }))
    if (accounts.length === 0) throw new Error('The wallet returned no account')
  } catch (error) {
    const failure = connectError(error, isMobile(navigator.userAgent))
    if (failure.reason === 'CONNECT_CANCELLED') return
    return showPaymentToast({ ...walletErrorText(failure), kind: 'destructive' })
  }
  rememberWallet(info.rdns)
  await goToNetwork(provider, network, failed)
}

/** Switches a wallet to the product's network. Reports errors, by default with the text `failed`, and never throws. */
export async function goToNetwork(
  provider: AnnouncedWallet['provider'],
  network: Network,
  failed: ErrorText,
): Promise<void> {
  try {
    await switchNetwork(provider, network)
  } catch (error) {
    showPaymentToast({ ...moneyErrorText(error, failed, { networkName: network.name }), kind: 'destructive' })
  }
}

/**
 * Asks a wallet that has just connected to use the product's network. Never throws. Only a refusal is reported: a
 * wallet that can't switch is asked again by the first payment.
 */
export async function offerNetwork(provider: AnnouncedWallet['provider'], network: Network): Promise<void> {
  try {
    await switchNetwork(provider, network)
  } catch (error) {
    if (!(error instanceof ChainFailure) || error.reason !== 'SWITCH_REJECTED') return
    const required = { title: 'Network Required', description: `Please switch to ${network.name} to continue` }
    showPaymentToast({ ...moneyErrorText(error, required, { networkName: network.name }), kind: 'destructive' })
  }
}
