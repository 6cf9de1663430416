import { browserStore } from '#lib/browser-storage'
import type { ContractTexts } from '#lib/chain/contract-texts'
import { DEMO_WALLET_RDNS } from '#lib/wallet/discovery'
import { ProviderRpcError } from '#lib/wallet/provider-rpc-error'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { type AskNode, askNode } from './node.ts'
import { demoWalletPrompts } from './prompts.tsx'
import { createDemoWallet, type DemoWalletMemory } from './provider.ts'
import { showWalletButton } from './wallet-button.tsx'

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36"><rect width="36" height="36" rx="8" fill="#ffe3a3"/><rect x="7" y="11" width="22" height="15" rx="2.5" fill="none" stroke="#7a5200" stroke-width="2.2" stroke-dasharray="3.2 2"/><circle cx="24" cy="18.5" r="2" fill="#7a5200"/></svg>',
  )

const STORED_AS = 'aura-demo-wallet'

const memory: DemoWalletMemory = {
  read() {
    try {
      const stored: unknown = JSON.parse(browserStore.getItem(STORED_AS) ?? '{}')
      const { connected, account } = (stored ?? {}) as { connected?: unknown; account?: unknown }
      return { connected: connected === true, account: typeof account === 'string' ? account : null }
    } catch {
      return { connected: false, account: DEMO_ACCOUNTS[0]?.address ?? null }
    }
  },
  write: (state) => browserStore.setItem(STORED_AS, JSON.stringify(state)),
}

const CONTRACTS = import.meta.glob<{ default: ContractTexts }>('../../features/*/contract.ts')

async function contractTexts(): Promise<ContractTexts[]> {
  const loaded = await Promise.all(Object.values(CONTRACTS).map((load) => load()))
  return loaded.map((each) => each.default)
}

/** Announces the wallet through EIP-6963 and shows its button once connected. Without a chain it can only sign. */
export function announceDemoWallet(chainId: number, chain: { rpcUrl: string; usdc: string } | null): void {
  const ask: AskNode = chain
    ? askNode(chain.rpcUrl)
    : () => Promise.reject(new ProviderRpcError(4900, 'The demo wallet has no chain to connect to.'))
  const local = { chainId, ask, usdc: chain?.usdc ?? '' }
  const transactions = () => import('./transactions.ts')
  const wallet = createDemoWallet({
    chainId,
    memory,
    prompts: demoWalletPrompts,
    ask,
    work: {
      sign: async (account, bytes) => (await import('./sign.ts')).signWith(account, bytes),
      signTyped: async (account, data) => (await import('./sign.ts')).signTypedWith(account, data),
      typedWords: async (data) => (await import('./transaction-words.ts')).typedDataWords(data),
      transactionWords: async (transaction) =>
        (await import('./transaction-words.ts')).transactionWords(transaction, await contractTexts()),
      send: async (account, transaction) => (await transactions()).send(local, account, transaction),
    },
  })
  const { request, on, removeListener } = wallet
  const provider = { request, on, removeListener }
  if (chain) {
    showWalletButton(wallet, {
      purse: async (account) => (await transactions()).purseOf(local, account),
      topUp: async (account) => (await transactions()).topUp(local, account),
    })
  }
  const detail = Object.freeze({
    info: Object.freeze({
      uuid: crypto.randomUUID(),
      name: 'Aura Demo Wallet',
      icon: ICON,
      rdns: DEMO_WALLET_RDNS,
    }),
    provider,
  })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
