import { MICROS_PER_USDC } from '@aura/api/money'
import { auraVouchAbi } from '@aura/contracts/abi'
import { type Token, vouchAuthorization } from '@aura/contracts/signing/authorization'
import { encodeFunctionData } from 'viem/utils'
import { ChainFailure } from '#lib/chain/chain-failure'
import type { Network } from '#lib/chain/ensure-network'
import { payUsdc } from '#lib/chain/pay-usdc'
import type { UnsentPayment } from '#lib/chain/sent-payments'
import { ask } from '#lib/chain/wallet-rpc'
import { type AnnouncedWallet, accountsIn, sameAddress } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { persistSentPayment } from '#payments/persist-sent-payment.ts'
import type { Fee } from '#payments/relayed/fee-note.tsx'
import { payByRelay, tryRelay } from '#payments/relayed/pay-by-relay.ts'
import type { PasskeyAccount } from '#payments/relayed/use-passkey-account.ts'
import { showPaymentToast } from '#payments/show-payment-toast.ts'
import { switchNetwork } from '#payments/switch-network.ts'
import { shortPause, usePayment } from '#payments/use-payment.ts'
import { type SentVouch, vouchTracker } from '../vouch-tracker.ts'
import type { VouchStep } from './vouch-steps.ts'

type Hex = `0x${string}`

export interface VouchContract {
  contractAddress: string
  usdcAddress: string
  chainId: number
}

interface Vouch {
  contract: VouchContract
  network: Network
  /** Names USDC in signatures. */
  token: Token
  payer: AnnouncedWallet | { account: PasskeyAccount }
  fee: Pick<Fee, 'isRelayed' | 'onFallback'>
  /** The only wallet the account may pay from. */
  ownAddress: string
  target: { id: string; walletAddress: string }
  usdc: number
  /** Cleaned line; empty for none. */
  words: string
  onSent: () => void
}

const APPROVING = { title: 'Approving USDC', description: 'Please approve USDC spending in your wallet...' }
const TOASTS: Partial<Record<VouchStep, { title: string; description: string }>> = {
  'sign-permit': APPROVING,
  approve: APPROVING,
  confirm: { title: 'Processing Vouch', description: 'Please confirm the vouch transaction...' },
}

/** Connects the wallet. Throws LOCKED without an account, WRONG_ACCOUNT with another one. */
async function openWallet({ info, provider }: AnnouncedWallet, ownAddress: string): Promise<Hex> {
  // Some wallets ask again even if connected.
  const [known] = accountsIn(await ask(provider, 'eth_accounts'))
  const account = known ?? accountsIn(await ask(provider, 'eth_requestAccounts'))[0]
  if (!account) throw new ChainFailure('LOCKED')
  rememberWallet(info.rdns)
  if (!sameAddress(account, ownAddress)) throw new ChainFailure('WRONG_ACCOUNT')
  return account as Hex
}

/** Covers the press until the transaction is sent; `useConfirmations` follows it from there. */
export function useVouch(userId: string) {
  const { run, ...payment } = usePayment<VouchStep>(vouchTracker, userId)
  const vouch = ({ contract, network, token, payer, fee, ownAddress, target, usdc, words, onSent }: Vouch) =>
    run({ target: target.id, usdc }, async ({ signal, onStep }) => {
      const tell = (next: VouchStep) => {
        onStep(next)
        const text = TOASTS[next]
        if (text) showPaymentToast({ ...text, durationMs: 3_000 })
      }
      const open = async (wallet: AnnouncedWallet) => {
        tell('opening')
        const opened = await openWallet(wallet, ownAddress)
        signal.throwIfAborted()
        await switchNetwork(wallet.provider, network)
        return opened
      }
      const address = 'account' in payer ? (ownAddress as Hex) : await open(payer)
      const usdcMicros = usdc * MICROS_PER_USDC
      const [to, amount] = [target.walletAddress as Hex, BigInt(usdcMicros)]
      const payment: UnsentPayment<SentVouch> = {
        kind: 'vouch',
        chainId: contract.chainId,
        userId,
        usdcMicros,
        vouchedUserId: target.id,
        ...(words && { words }),
      }
      const attempt = { fee, canFallBack: !('account' in payer), signal }
      const isHandedIn = await tryRelay(attempt, () =>
        payByRelay({
          payment,
          signer: 'account' in payer ? payer : { provider: payer.provider, address },
          authorize: (by) =>
            vouchAuthorization(token, { ...by, vouch: contract.contractAddress as Hex, target: to, micros: amount }),
          bodyOf: (signed) => ({ purpose: 'vouch', vouchedUserId: target.id, usdc, ...signed }),
          signal,
          onStep: tell,
        }),
      )
      if (isHandedIn || 'account' in payer) return onSent()
      await persistSentPayment(payment, payer, (onBatch) =>
        payUsdc(
          { provider: payer.provider, address, chainId: contract.chainId },
          {
            usdc: contract.usdcAddress as Hex,
            spender: contract.contractAddress as Hex,
            abi: auraVouchAbi,
            amountMicros: amount,
            call: () => encodeFunctionData({ abi: auraVouchAbi, functionName: 'vouch', args: [to, amount] }),
            callWithPermit: ({ deadline, v, r, s }) =>
              encodeFunctionData({
                abi: auraVouchAbi,
                functionName: 'vouchWithPermit',
                args: [to, amount, deadline, v, r, s],
              }),
          },
          { signal, onBatch, pause: shortPause, nowSeconds: () => Math.floor(Date.now() / 1_000), onStep: tell },
        ),
      )
      onSent()
    })
  return { ...payment, vouch }
}
