import { type Chain, ChainUnreachable, type Verifier } from '../../server/src/platform/chain/chain.ts'
import type { TestNode } from '../../tests/server/chain/chain-stage.ts'
import { Lies } from '../../tests/server/chain/lies.ts'

/** Wraps a real node, which can then be made to fail as the fake chain does. */
export function faultyNode(real: Chain): TestNode {
  const answer = () => {
    if (!node.isReachable) throw new ChainUnreachable('the network is down')
  }
  const [honest] = real.verifiers
  if (!honest) throw new Error('a faulty node needs a real one behind it')
  const highest = async () => (await real.latest()).number - node.lag
  const node: TestNode = {
    ...real,
    isReachable: true,
    lag: 0,
    repeats: false,
    leftOut: new Set(),
    lies: new Lies(),
    honestOthers: 0,
    // anvil finalises all but the last two blocks.
    finality: 2,
    scans: [],
    async latest() {
      answer()
      return (node.lag === 0 ? undefined : await real.block(await highest())) ?? real.latest()
    },
    async finalised() {
      answer()
      const last = Math.max(0, (await highest()) - node.finality)
      return (await real.block(last)) ?? real.finalised()
    },
    async block(number) {
      answer()
      return number > (await highest()) ? undefined : real.block(number)
    },
    async scan(from, to) {
      answer()
      node.scans.push(`${from}-${to}`)
      const { before, last, logs } = await real.scan(from, to)
      const told = node.lies.inScan(
        logs.filter(({ txHash }) => !node.leftOut.has(txHash)),
        { from, to },
      )
      return {
        before,
        last: to > (await highest()) ? undefined : last,
        logs: node.repeats ? [...told, ...told] : told,
      }
    },
    async transaction(hash) {
      answer()
      const invented = node.lies.receiptOf(hash)
      return invented ? { receipt: invented } : real.transaction(hash)
    },
    async call(input) {
      answer()
      return node.lies.inCall(input) ?? real.call(input)
    },
    get verifiers(): Verifier[] {
      const own: Verifier = {
        name: 'the-first',
        async chainId() {
          answer()
          return node.lies.chainId ?? honest.chainId()
        },
        latest: () => node.latest(),
        finalised: () => node.finalised(),
        block: (number) => node.block(number),
        scan: (from, to) => node.scan(from, to),
        async receiptLogs(txHashes) {
          answer()
          return node.lies.inReceipts(await honest.receiptLogs(txHashes), txHashes)
        },
        async transfers(asked) {
          answer()
          return honest.transfers(asked)
        },
        async accountLogs(asked) {
          answer()
          return honest.accountLogs(asked)
        },
        call: (input) => node.call(input),
        transactionCount: (address) => node.transactionCount(address),
        async isContractSignature(input) {
          answer()
          return node.lies.acceptsSignatures ?? honest.isContractSignature(input)
        },
      }
      // Uses this node's finality; anvil's differs.
      const finalised = () => node.finalised()
      const others = Array.from({ length: node.honestOthers }, (_, index) => ({
        ...honest,
        finalised,
        name: `honest-${index + 1}`,
      }))
      return [own, ...others]
    },
  }
  return node
}
