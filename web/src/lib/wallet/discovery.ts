import type { AnnouncedWallet, WalletProvider } from './provider.ts'

/** Wallets of the page, live. Built on EIP-6963, so that several can be installed side by side. */
export interface Discovery {
  wallets(): readonly AnnouncedWallet[]
  subscribe(listener: () => void): () => void
  /** Asks again; wallets that come up late answer then. */
  ask(): void
}

type Announcer = Pick<EventTarget, 'addEventListener' | 'dispatchEvent'> & { ethereum?: unknown }

const LEGACY_RDNS = 'legacy.injected'

/** The wallet the app announces itself where the server says so; it is no sign of a wallet app. */
export const DEMO_WALLET_RDNS = 'app.aura.demo-wallet'

/** Listens for announcements on `target` (the window) and asks for them once. */
export function createDiscovery(target: Announcer): Discovery {
  let found: readonly AnnouncedWallet[] = []
  const listeners = new Set<() => void>()
  const changed = (next: readonly AnnouncedWallet[]) => {
    found = next
    for (const listener of listeners) listener()
  }
  const ask = () => {
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    if (found.length === 0 && isProvider(target.ethereum)) changed([legacy(target.ethereum)])
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

/** One row per wallet: a second announcement replaces the first, and any real one replaces the nameless stand-in. */
function merge(found: readonly AnnouncedWallet[], wallet: AnnouncedWallet): readonly AnnouncedWallet[] {
  const others = found.filter((w) => w.info.uuid !== wallet.info.uuid && w.info.rdns !== LEGACY_RDNS)
  return [...others, wallet]
}

/** Only pictures that carry their data with them: anything else would be fetched from a stranger. */
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
