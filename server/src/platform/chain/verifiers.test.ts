import { describe, expect, it } from 'vitest'
import { CallReverted, ChainUnreachable, type Verifier } from './chain.ts'
import { agreedCall, agreedFinal, agreedLatest, agreedSignature, agreedTransactionCount } from './verifiers.ts'

type Answer = string | Error | 'never'

const away = new ChainUnreachable('away')

const nodes = (
  ...answers: {
    result?: Answer
    signature?: boolean | Error
    final?: number
    tip?: number
    tipMs?: number
    hash?: string
    count?: number | undefined
  }[]
) => ({
  verifiers: answers.map(
    (
      { result = 'never', signature = away, final = 7, tip = final, tipMs = tip, hash = '0xaa', count },
      index,
    ): Verifier => {
      const block = (number: number) => ({ number, hash: `${hash}${number}`, time: new Date(number) })
      return {
        name: `node-${index + 1}`,
        chainId: async () => 31_337,
        latest: async () => ({ ...block(tip), time: new Date(tipMs) }),
        finalised: async () => block(final),
        block: async (number) => (number > Math.max(final, tip) ? undefined : block(number)),
        call: () =>
          result === 'never'
            ? new Promise(() => {})
            : result instanceof Error
              ? Promise.reject(result)
              : Promise.resolve(result as `0x${string}`),
        isContractSignature: async () => {
          if (signature instanceof Error) throw signature
          return signature
        },
        transactionCount: async () => {
          if (count === undefined) throw away
          return count
        },
        scan: () => Promise.reject(new Error('not asked')),
        receiptLogs: () => Promise.reject(new Error('not asked')),
        transfers: () => Promise.reject(new Error('not asked')),
        accountLogs: () => Promise.reject(new Error('not asked')),
      }
    },
  ),
})
const asked = { to: '0xc', data: '0x', blockNumber: 7 }

describe('a contract call', () => {
  it.each<[string, Answer[], string]>([
    ['one node’s word where it is the only one', ['0x1'], '0x1'],
    ['two that agree, whatever a third one says', ['0x2', '0x1', '0x1'], '0x1'],
    ['two that agree, whatever a third one waits for', ['never', '0x1', '0x1'], '0x1'],
    ['two that agree while another is away', [away, '0x1', '0x1'], '0x1'],
  ])('returns %s', async (_what, results, expected) => {
    expect(await agreedCall(nodes(...results.map((result) => ({ result }))), asked)).toBe(expected)
  })

  it.each<[string, Answer[], string]>([
    ['the only one is away', [away], '0 of the 1 nodes answered'],
    ['there is none', [], '0 of the 1 nodes answered'],
    ['one of two is away, whatever the other says or waits for', ['never', away], '0 of the 2 nodes answered'],
    ['two disagree', ['0x1', '0x2'], 'nodes disagree about the state of 0xc at block 7'],
    ['one of two says that it reverts', ['0x1', new CallReverted('no')], 'nodes disagree'],
  ])('has no result where %s', async (_what, results, message) => {
    const outcome = agreedCall(nodes(...results.map((result) => ({ result }))), asked)
    await expect(outcome).rejects.toThrow(ChainUnreachable)
    await expect(outcome).rejects.toThrow(message)
  })

  it('reverts where two nodes report a revert', async () => {
    const reverted = { result: new CallReverted('no') }
    await expect(agreedCall(nodes({ result: '0x1' }, reverted, reverted), asked)).rejects.toThrow(CallReverted)
  })
})

describe('a contract wallet’s signature', () => {
  const signed = { address: '0xd', message: 'hello', signature: '0xab' }
  const told = (...signatures: (boolean | Error)[]) =>
    agreedSignature(nodes(...signatures.map((signature) => ({ signature }))), signed)

  it.each<[string, (boolean | Error)[], boolean]>([
    ['accepted by the only node', [true], true],
    ['accepted by two, whatever a third says', [false, true, true], true],
    ['accepted by two while another is away', [away, true, true], true],
    ['refused by two, whatever a third says', [true, false, false], false],
  ])('is %s', async (_what, signatures, expected) => {
    expect(await told(...signatures)).toBe(expected)
  })

  it.each<[string, (boolean | Error)[]]>([
    ['only one of two accepts it', [true, false]],
    ['one accepts it and the other is away', [true, away]],
    ['one refuses it and the other is away', [false, away]],
    ['all are away', [away, away]],
  ])('is unknown where %s', async (_what, signatures) => {
    await expect(told(...signatures)).rejects.toThrow(ChainUnreachable)
  })
})

describe('the newest final block', () => {
  it('is one that two nodes report alike, whatever a third reports', async () => {
    const found = await agreedFinal(nodes({ final: 9 }, { final: 8, hash: '0xbb' }, { final: 9 }))
    expect(found).toMatchObject({ number: 8, hash: '0xaa8' })
  })

  it('is unknown while two nodes disagree', async () => {
    await expect(agreedFinal(nodes({ hash: '0xbb' }, {}))).rejects.toThrow('nodes disagree about block 7')
  })
})

describe('a number of transactions', () => {
  const of = (...counts: (number | undefined)[]) =>
    agreedTransactionCount(nodes(...counts.map((count) => ({ count }))), '0xa')

  it('is the lower of two words, and the only word of the only node', async () => {
    expect(await Promise.all([of(7), of(7, 9), of(1_000_000, 7), of(undefined, 7, 8)])).toEqual([7, 7, 7, 7])
  })

  it('is not known by the word of one of two', async () => {
    await expect(of(7, undefined)).rejects.toThrow(ChainUnreachable)
  })
})

describe('the newest block', () => {
  it('is the one that two nodes have, and unknown where one is far behind', async () => {
    expect(await agreedLatest(nodes({ tip: 9 }, { tip: 8 }))).toBe(8)
    expect(await agreedLatest(nodes({ tip: 9 }))).toBe(9)
    // The blocks' numbers are their milliseconds.
    await expect(agreedLatest(nodes({ tip: 40_000 }, { tip: 9_999 }))).rejects.toThrow(ChainUnreachable)
    const lying = agreedLatest(nodes({ tip: 40_000 }, { tip: 9_999, tipMs: 40_000 }))
    await expect(lying).rejects.toThrow('far behind')
    expect(await agreedLatest(nodes({ tip: 40_000 }, { tip: 10_000 }))).toBe(10_000)
  })
})
