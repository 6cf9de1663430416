import { describe, expect, it } from 'vitest'
import type { ChainEvent } from './event.rules.ts'
import { contestedTransactions, judge } from './final-reading.rules.ts'

const event = (txHash: string, usdcMicros = 1_000_000): ChainEvent => ({
  ...{ kind: 'steeze_purchased', contract: '0xc', account: '0xa', target: null, steezeAmount: 10, runningTotal: null },
  ...{ txHash, logIndex: 0, usdcMicros },
  block: { number: 5, hash: '0x5', time: new Date(5_000) },
})
const telling = (node: string, ...events: ChainEvent[]) => ({ node, events })

describe('the transactions whose receipts must be read', () => {
  it('are none when two nodes and the stored events agree', () => {
    const both = [telling('a', event('1')), telling('b', event('1'))]
    expect(contestedTransactions(both, [event('1')])).toEqual([])
  })

  it('are those reported by one of two, reported differently, or stored and unreported', () => {
    const differing = [telling('a', event('1'), event('2')), telling('b', event('2', 7))]
    expect(contestedTransactions(differing, [event('3')])).toEqual(['1', '2', '3'])
  })

  it('are all of them with a single node', () => {
    expect(contestedTransactions([telling('a', event('1'))], [event('2')])).toEqual(['1', '2'])
  })
})

describe('the verdict on a contested transaction', () => {
  const verdict = (receipts: ReturnType<typeof telling>[], needed = 2) => {
    const { agreed, disputes } = judge({
      ...{ reports: [telling('a', event('1'))], receipts, needed },
      ...{ contested: new Set(['1']), stored: [] },
    })
    return [agreed.length, disputes.length]
  }
  const [yes, no] = [event('1'), event('1', 7)]

  it('is what two nodes report, against any minority', () => {
    expect(verdict([telling('a', yes), telling('b', yes)])).toEqual([1, 0])
    expect(verdict([telling('a', yes), telling('b', yes), telling('c')])).toEqual([1, 0])
    expect(verdict([telling('a', yes), telling('b'), telling('c')])).toEqual([0, 0])
  })

  it('is nothing, and disputed, at one against one or two against two', () => {
    expect(verdict([telling('a', yes), telling('b')])).toEqual([0, 1])
    expect(verdict([telling('a', yes), telling('b', yes), telling('c'), telling('d')])).toEqual([0, 1])
    expect(verdict([telling('a', yes), telling('b', no)])).toEqual([0, 2])
  })

  it('is the only node’s receipts', () => {
    expect(verdict([telling('a', yes)], 1)).toEqual([1, 0])
    expect(verdict([telling('a')], 1)).toEqual([0, 0])
  })
})
