import type { PublicConfig } from '@aura/api/calls/config'
import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { wordsOf } from '../dev/markup.tsx'
import { pageForEach } from '../dev/render-hook.ts'
import { networkOfConfig } from './network.ts'
import type { PayingWallet } from './use-paying-wallet.ts'
import { WalletGate } from './wallet-gate.tsx'

const BASE = { kind: 'base', id: 8_453, name: 'Base Mainnet', explorerUrl: 'https://basescan.org' } as const
const SEPOLIA = { kind: 'base-sepolia', id: 84_532, name: 'Base Sepolia', explorerUrl: null } as const
const LOCAL = { kind: 'local', id: 31_337, name: 'Aura Local', explorerUrl: null } as const

const page = pageForEach()

const FAILED = { title: 'Payment Failed', description: 'Failed to pay' }

const gate = (chain: PublicConfig['chain'], wallet: PayingWallet) =>
  renderToStaticMarkup(
    <WalletGate wallet={wallet} network={networkOfConfig({ chain, localChain: null })} failed={FAILED} />,
  )
const connectedTo = (chainId: number) =>
  ({ state: 'connected', wallet: {}, address: '0x1', chainId, isOwn: true }) as unknown as PayingWallet

it('a wallet elsewhere is asked to switch to the network of the server [frame.chain-decides] [frame.text-network-switch-button] [frame.text-network-switch-button-sepolia] [frame.text-network-switch-button-local]', () => {
  for (const [chain, button] of [
    [BASE, 'Switch to Base Mainnet'],
    [SEPOLIA, 'Switch to Base Sepolia'],
    [LOCAL, 'Switch to Aura Local'],
  ] as const) {
    expect(wordsOf(gate(chain, connectedTo(1)))).toBe(button)
    expect(gate(chain, connectedTo(chain.id))).toBe('')
  }
})

it('without any wallet it says what to install [frame.text-wallet-not-found-short]', () => {
  const wallets = (choices: object[]) => ({ state: 'disconnected', choices }) as unknown as PayingWallet
  expect(wordsOf(gate(BASE, wallets([])))).toBe(
    'Wallet Not Found Please install MetaMask or another Web3 wallet Connect Wallet',
  )
  expect(wordsOf(gate(BASE, wallets([{ info: { uuid: '1', name: 'Some Wallet' } }])))).toBe('Connect Wallet')
})

it('without any wallet, connecting says that MetaMask was not detected [steeze.check-buy-no-provider] [frame.extension-text-only-without]', async () => {
  const { WalletGate: Gate } = await import('./wallet-gate.tsx')
  const { toasts } = await import('#ui/feedback/toast')
  const network = networkOfConfig({ chain: BASE, localChain: null })
  const shown = await page.render(new QueryClient(), () =>
    Gate({ wallet: { state: 'disconnected', choices: [] }, network, failed: FAILED }),
  )
  const gate = shown.current as unknown as { props: { children: [unknown, { props: { onClick: () => void } }] } }
  gate.props.children[1].props.onClick()
  expect(toasts.current()).toMatchObject({
    title: 'Payment Failed',
    description: 'MetaMask not detected. Please install MetaMask.',
  })
})
