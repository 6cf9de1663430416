import type { AnnouncedWallet, WalletProvider } from './provider.ts'

/** Live list of wallets from EIP-6963, so several can be installed side by side. */
export interface Discovery {
  wallets(): readonly AnnouncedWallet[]
  subscribe(listener: () => void): () => void
  /** Requests announcements again, for wallets injected late. */
  ask(): void
}

type Announcer = Pick<EventTarget, 'addEventListener' | 'dispatchEvent'> & { ethereum?: unknown }

const LEGACY_RDNS = 'legacy.injected'

/** Announced by the app itself in demo mode, so not an installed wallet. */
export const DEMO_WALLET_RDNS = 'app.aura.demo-wallet'
export const WALLET_CONNECT_RDNS = 'app.aura.wallet-connect'
const OWN: readonly string[] = [DEMO_WALLET_RDNS, WALLET_CONNECT_RDNS]

export const hasInstalled = (wallets: readonly AnnouncedWallet[]): boolean =>
  wallets.some(({ info }) => !OWN.includes(info.rdns))

export function createDiscovery(target: Announcer): Discovery {
  let found: readonly AnnouncedWallet[] = []
  const listeners = new Set<() => void>()
  const changed = (next: readonly AnnouncedWallet[]) => {
    found = next
    for (const listener of listeners) listener()
  }
  const ask = () => {
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    if (!hasInstalled(found) && isProvider(target.ethereum)) changed(merge(found, legacy(target.ethereum)))
  }
  target.addEventListener('eip6963:announceProvider', (event) => {
    const wallet = (event as CustomEvent<unknown>).detail
    if (isAnnounced(wallet)) changed(merge(found, wallet))
  })
  ask()
  return {
    wallets: () => found,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask,
  }
}

/** Keeps one row per wallet, the latest under its first uuid; any replaces the anonymous one. WalletConnect is last. */
function merge(found: readonly AnnouncedWallet[], wallet: AnnouncedWallet): readonly AnnouncedWallet[] {
  const { uuid, rdns } = wallet.info
  // Some wallets announce no rdns.
  const known = found.find(({ info }) => info.uuid === uuid || (rdns !== '' && info.rdns === rdns))
  const renewed = known ? { ...wallet, info: { ...wallet.info, uuid: known.info.uuid } } : wallet
  const all = [...found.filter((each) => each !== known), renewed]
  const named = all.filter(({ info }) => info.rdns !== LEGACY_RDNS)
  return (hasInstalled(named) ? named : all).sort((a, b) => Number(isLast(a)) - Number(isLast(b)))
}

const isLast = ({ info }: AnnouncedWallet) => info.rdns === WALLET_CONNECT_RDNS

/** Only data URLs: others would be fetched from a third party. */
export const safeIcon = (icon: string): string | null =>
  /^data:image\/(svg\+xml|png|webp|jpeg|gif)[;,]/i.test(icon) ? icon : null

const legacy = (provider: WalletProvider): AnnouncedWallet => ({
  info: { uuid: LEGACY_RDNS, name: 'Browser Wallet', icon: '', rdns: LEGACY_RDNS },
  provider,
})

const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && typeof (value as { request?: unknown }).request === 'function'

function isAnnounced(value: unknown): value is AnnouncedWallet {
  if (typeof value !== 'object' || value === null) return false
  const { info, provider } = value as Partial<AnnouncedWallet>
  if (!isProvider(provider) || typeof info !== 'object' || info === null) return false
  return [info.uuid, info.name, info.icon, info.rdns].every((text) => typeof text === 'string')
}
