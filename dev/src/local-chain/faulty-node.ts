import { type Chain, ChainUnreachable } from '../../../server/src/platform/chain/chain.ts'
import type { TestNode } from '../../../server/test/chain-stage.ts'

/** A real node that behaves as badly as the fake chain's does, when it is told to. */
export function faultyNode(real: Chain): TestNode {
  const answer = () => {
    if (!node.isReachable) throw new ChainUnreachable('the network is down')
  }
  const highest = async () => (await real.latest()).number - node.lag
  const node: TestNode = {
    ...real,
    isReachable: true,
    lag: 0,
    repeats: false,
    leftOut: new Set(),
    // As many as anvil takes anyway.
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
      const told = logs.filter(({ txHash }) => !node.leftOut.has(txHash))
      return {
        before,
        last: to > (await highest()) ? undefined : last,
        logs: node.repeats ? [...told, ...told] : told,
      }
    },
    async transaction(hash) {
      answer()
      return real.transaction(hash)
    },
    async call(input) {
      answer()
      return real.call(input)
    },
  }
  return node
}
