import type { PublicConfig } from '@aura/api/calls/config'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useConfig } from '#lib/use-config'
import { createDiscovery, type Discovery, hasInstalled } from '#lib/wallet/discovery'
import type { AnnouncedWallet } from '#lib/wallet/provider'

const SETTLE_MS = 250

let booted: Promise<Discovery> | null = null

/** Starts wallet discovery, once per page. `config` is null if the server could not be reached. */
function bootWallets(config: PublicConfig | null): Promise<Discovery> {
  booted ??= (async () => {
    if (config?.demoWallet) {
      const { announceDemoWallet } = await import('../../dev/demo-wallet/announce.tsx')
      announceDemoWallet(config.chain.id, config.localChain)
    }
    if (config?.walletConnect) await announceWalletConnect(config.walletConnect.projectId, config.chain.id)
    const discovery = createDiscovery(window)
    if (!hasInstalled(discovery.wallets())) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    discovery.ask()
    return discovery
  })()
  return booted
}

async function announceWalletConnect(projectId: string, chainId: number): Promise<void> {
  try {
    const announcement = await import('./wallet-connect/announce.ts')
    announcement.announceWalletConnect(projectId, chainId)
  } catch {
    // The other wallets don't depend on this code.
  }
}

const NONE: readonly AnnouncedWallet[] = []

export function useWallets(): readonly AnnouncedWallet[] | null {
  const config = useConfig()
  const [discovery, setDiscovery] = useState<Discovery | null>(null)
  const asked = !config.isPending
  useEffect(() => {
    if (!asked) return
    let current = true
    void bootWallets(config.data ?? null).then((found) => {
      if (current) setDiscovery(found)
    })
    return () => {
      current = false
    }
  }, [asked, config.data])
  const known = () => discovery?.wallets() ?? NONE
  const wallets = useSyncExternalStore(discovery?.subscribe ?? subscribeToNothing, known, known)
  return discovery ? wallets : null
}

const subscribeToNothing = () => () => undefined
