import { describe, expect, it, vi } from 'vitest'
import { createSentPayments, type SentPayment } from './sent-payments.ts'

const DAY = 24 * 60 * 60_000
const payment = (hash: string, more: Partial<SentPayment> = {}): SentPayment => ({
  kind: 'buy',
  hash,
  chainId: 31_337,
  userId: 'ada',
  usdcMicros: 1_000_000,
  sentAtMs: 0,
  ...more,
})

function browser() {
  const stored = new Map<string, string>()
  const tabs: EventTarget[] = []
  const open = (now = 0, { hears = true } = {}) => {
    const self = new EventTarget()
    if (hears) tabs.push(self)
    const store = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        stored.set(key, value)
        for (const tab of tabs) {
          if (tab !== self) tab.dispatchEvent(Object.assign(new Event('storage'), { key }))
        }
      },
    }
    return createSentPayments(store, self, () => now)
  }
  return { open, stored }
}

const hashes = (payments: { all(): readonly SentPayment[] }) => payments.all().map(({ hash }) => hash)

describe('payments on their way', () => {
  it('are there again after a reload, until they are credited', () => {
    const { open } = browser()
    open().add(payment('0x1'))
    const again = open()
    expect(again.all()).toEqual([payment('0x1')])
    again.remove('0x1')
    expect(open().all()).toEqual([])
  })

  it('are known by the batch they were sent in, until there is a transaction', () => {
    const { open } = browser()
    const one = open()
    one.add(payment('batch', { batchOf: 'a.wallet' }))
    one.add(payment('0x2'))
    const again = open()
    expect(again.all()).toContainEqual(payment('batch', { batchOf: 'a.wallet' }))
    again.add(payment('0x1'), 'batch')
    expect(hashes(open())).toEqual(['0x2', '0x1'])
  })

  it('are the same in every tab, and neither overwrites the other', () => {
    const { open } = browser()
    const [one, two] = [open(), open()]
    const heard = vi.fn()
    one.subscribe(heard)
    two.add(payment('0x2'))
    expect(heard).toHaveBeenCalledOnce()
    one.add(payment('0x1'))
    expect(hashes(two)).toEqual(['0x2', '0x1'])
    one.remove('0x2')
    expect(hashes(two)).toEqual(['0x1'])
  })

  it('are not overwritten by a tab that has not heard of the others yet', () => {
    const { open } = browser()
    const late = open(0, { hears: false })
    open().add(payment('0x1'))
    late.add(payment('0x2'))
    expect(hashes(open())).toEqual(['0x1', '0x2'])
  })

  it('are kept once, however often they are told', () => {
    const one = browser().open()
    one.add(payment('0x1'))
    one.add(payment('0x1', { usdcMicros: 2_000_000 }))
    expect(one.all()).toEqual([payment('0x1', { usdcMicros: 2_000_000 })])
  })

  it('are let go after a week: the server credits them without being asked', () => {
    const { open } = browser()
    open().add(payment('0x1'))
    expect(hashes(open(7 * DAY - 1))).toEqual(['0x1'])
    expect(hashes(open(7 * DAY))).toEqual([])
  })

  it.each(['nonsense', '{}', '[1,null,{"hash":7}]'])('do not come from what somebody else wrote: %s', (text) => {
    const { open, stored } = browser()
    stored.set('aura-payments', text)
    const payments = open()
    expect(payments.all()).toEqual([])
    payments.add(payment('0x1'))
    expect(hashes(payments)).toEqual(['0x1'])
  })
})
