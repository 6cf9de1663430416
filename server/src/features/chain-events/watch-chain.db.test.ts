import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buy, purchasedOf, withUsdc } from '../../../../tests/server/chain/chain.ts'
import { inventedPurchase } from '../../../../tests/server/chain/lies.ts'
import { type TestApp, testApp } from '../../../../tests/server/test-app.ts'
import { eventHandlers, startWorkers } from '../../run-features.ts'
import { watchChain } from './watch-chain.ts'

let test: TestApp
const watchers: { stop(): Promise<void> }[] = []
const logged: string[] = []
beforeEach(async () => {
  test = await testApp()
  logged.length = 0
})
afterEach(async () => {
  await Promise.all(watchers.splice(0).map((watcher) => watcher.stop()))
  await test.close()
})

function watch(name = 'watcher') {
  let seen = () => {}
  const looks: string[] = []
  const log = {
    warn: (_: object, text: string) => logged.push(text),
    error: (_: object, text: string) => logged.push(text),
  }
  const watcher = watchChain(test.ctx, {
    handlers: eventHandlers,
    log,
    intervalMs: 1,
    afterwards: async () => {
      looks.push(name)
      seen()
    },
  })
  watchers.push(watcher)
  return {
    looks,
    stop: () => watcher.stop(),
    look: () =>
      new Promise<void>((resolve) => {
        seen = resolve
      }),
  }
}

describe('the chain watcher', () => {
  it('credits events nobody reported, and publishes the changed pages [steeze.watcher-credits]', async () => {
    const ada = await withUsdc(test)
    const { id } = await ada.me()
    const told: string[] = []
    test.ctx.live.onChange((topic) => told.push(topic))
    const watcher = watch()
    await watcher.look()
    buy(test, ada, 1)
    await watcher.look()
    await watcher.look()
    expect(await purchasedOf(ada)).toBe(10)
    expect(told).toContain(`user:${id}`)
  })

  it('resumes when the network is back, and reports the outage', async () => {
    const ada = await withUsdc(test)
    test.ctx.chain.isReachable = false
    const { latest } = test.ctx.chain
    const asked = new Promise<void>((resolve) => {
      test.ctx.chain.latest = async () => {
        resolve()
        return latest.call(test.ctx.chain)
      }
    })
    const watcher = watch()
    await asked
    buy(test, ada, 1)
    test.ctx.chain.isReachable = true
    await watcher.look()
    expect(await purchasedOf(ada)).toBe(10)
    expect(logged).toContain('the network is not responding')
  })

  it('holds up no server that stops while a node hangs', async () => {
    const asked = new Promise<void>((resolve) => {
      test.ctx.chain.latest = () => {
        resolve()
        return new Promise(() => {})
      }
    })
    const stop = startWorkers(test.ctx, { warn: () => {}, error: () => {} }, 1)
    await asked
    await stop()
  })

  it('reports once that nodes disagree, and once that they agree again', async () => {
    const ada = await withUsdc(test)
    const { chain } = test.ctx
    chain.honestOthers = 1
    chain.lies.areInReceipts = true
    const contract = chain.contracts?.steeze ?? ''
    const block = await chain.latest()
    chain.lies.invented.push(inventedPurchase({ contract, block, account: ada.wallet.address, amount: 10 }))
    chain.mine(3)
    const watcher = watch()
    await watcher.look()
    await watcher.look()
    expect(logged).toEqual(['nodes disagree about final blocks'])
    chain.lies.clear()
    await watcher.look()
    await watcher.look()
    expect(logged).toEqual(['nodes disagree about final blocks', 'the nodes agree again'])
  })

  it('runs on one server at a time; another takes over when it is gone', async () => {
    const ada = await withUsdc(test)
    const first = watch('first')
    await first.look()
    const second = watch('second')
    await first.look()
    await first.look()
    expect(second.looks).toEqual([])
    await first.stop()
    buy(test, ada, 1)
    await second.look()
    expect(await purchasedOf(ada)).toBe(10)
    // A killed server does not release its lease, which expires.
    await test.ctx.db.query(`update chain_cursors set lease_holder = 'killed'`)
    const looks = second.looks.length
    test.ctx.clock.advance({ minutes: 1 })
    await second.look()
    expect(second.looks.length).toBeGreaterThan(looks)
  })
})
