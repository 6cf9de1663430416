import { describe, expect, it, vi } from 'vitest'
import { createDiscovery, DEMO_WALLET_RDNS, hasInstalled, safeIcon, WALLET_CONNECT_RDNS } from './discovery.ts'
import type { WalletProvider } from './provider.ts'

const provider: WalletProvider = { request: async () => [] }

function announce(target: EventTarget, detail: unknown) {
  const event = new Event('eip6963:announceProvider')
  target.dispatchEvent(Object.assign(event, { detail }))
}

const card = (uuid: string, name: string) => ({ info: { uuid, name, icon: '', rdns: `test.${uuid}` }, provider })

describe('createDiscovery', () => {
  it('requests announcements at once and lists each wallet once', () => {
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

  it('lists a wallet that makes a uuid for each announcement once, and wallets without rdns by their uuid', () => {
    const target = new EventTarget()
    const discovery = createDiscovery(target)
    const named = (uuid: string, rdns: string) => ({ ...card(uuid, uuid), info: { ...card(uuid, uuid).info, rdns } })
    for (const uuid of ['1', '2']) announce(target, named(uuid, 'com.wallet'))
    for (const uuid of ['3', '4', '3']) announce(target, named(uuid, ''))
    expect(discovery.wallets().map((w) => w.info.uuid)).toEqual(['1', '4', '3'])
  })

  it('ignores announcements that are not wallets', () => {
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

describe('a wallet of the app’s own', () => {
  const announceOwn = (target: EventTarget, rdns: string) =>
    announce(target, { info: { ...card(rdns, rdns).info, rdns }, provider })

  it('does not hide one that announces nothing, and is no sign of an installed one', () => {
    const target = Object.assign(new EventTarget(), { ethereum: provider })
    target.addEventListener('eip6963:requestProvider', () => announceOwn(target, WALLET_CONNECT_RDNS))
    const discovery = createDiscovery(target)
    const names = () => discovery.wallets().map((w) => w.info.name)
    expect(names()).toEqual(['Browser Wallet', WALLET_CONNECT_RDNS])
    announce(target, card('a', 'One'))
    discovery.ask()
    expect(names()).toEqual(['One', WALLET_CONNECT_RDNS])
    expect(hasInstalled(discovery.wallets())).toBe(true)

    const bare = new EventTarget()
    const empty = createDiscovery(bare)
    announceOwn(bare, DEMO_WALLET_RDNS)
    announceOwn(bare, WALLET_CONNECT_RDNS)
    expect(empty.wallets()).toHaveLength(2)
    expect(hasInstalled(empty.wallets())).toBe(false)
  })
})

describe('safeIcon', () => {
  it('takes embedded pictures only', () => {
    expect(safeIcon('data:image/svg+xml,<svg/>')).toBe('data:image/svg+xml,<svg/>')
    expect(safeIcon('https://tracker.test/i.png')).toBeNull()
    expect(safeIcon('data:text/html,x')).toBeNull()
  })
})
