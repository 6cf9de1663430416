import { describe, expect, it, vi } from 'vitest'
import { createDiscovery, safeIcon } from './discovery.ts'
import type { WalletProvider } from './provider.ts'

const provider: WalletProvider = { request: async () => [] }

function announce(target: EventTarget, detail: unknown) {
  const event = new Event('eip6963:announceProvider')
  target.dispatchEvent(Object.assign(event, { detail }))
}

const card = (uuid: string, name: string) => ({ info: { uuid, name, icon: '', rdns: `test.${uuid}` }, provider })

describe('createDiscovery', () => {
  it('asks at once and lists who announces, each once', () => {
    const target = new EventTarget()
    const asked = vi.fn()
    target.addEventListener('eip6963:requestProvider', asked)
    const discovery = createDiscovery(target)
    expect(asked).toHaveBeenCalledOnce()
    const changed = vi.fn()
    discovery.subscribe(changed)
    announce(target, card('a', 'One'))
    announce(target, card('b', 'Two'))
    announce(target, card('a', 'One again'))
    expect(discovery.wallets().map((w) => w.info.name)).toEqual(['Two', 'One again'])
    expect(changed).toHaveBeenCalledTimes(3)
  })

  it('ignores what is no wallet', () => {
    const target = new EventTarget()
    const discovery = createDiscovery(target)
    for (const junk of [
      null,
      7,
      {},
      { info: {} },
      { info: card('a', 'A').info },
      { ...card('a', 'A'), provider: {} },
    ]) {
      announce(target, junk)
    }
    expect(discovery.wallets()).toEqual([])
  })

  it('offers a wallet that announces nothing, until one announces itself', () => {
    const target = Object.assign(new EventTarget(), { ethereum: provider })
    const discovery = createDiscovery(target)
    expect(discovery.wallets().map((w) => w.info.name)).toEqual(['Browser Wallet'])
    announce(target, card('a', 'One'))
    expect(discovery.wallets().map((w) => w.info.name)).toEqual(['One'])
  })
})

describe('safeIcon', () => {
  it('takes embedded pictures only', () => {
    expect(safeIcon('data:image/svg+xml,<svg/>')).toBe('data:image/svg+xml,<svg/>')
    expect(safeIcon('https://tracker.test/i.png')).toBeNull()
    expect(safeIcon('data:text/html,x')).toBeNull()
  })
})
