import type { Session } from '../../src/session.ts'
import { move, type Solutions, unitsText, type Way } from '../solution.ts'

// biome-ignore lint/suspicious/noExplicitAny: the world is private to its kind
type Any = Session<any>
const [OWNER, TEMPLATE, OPEN, SHUT] = [0, 1, 2, 3]

const deploying = (ends: string, version: number, how: { page?: 'other'; counts?: readonly string[] } = {}): Way => ({
  ends,
  async *play(session: Any) {
    const { versions, other, fans } = session.world
    yield move('deploy', { version: 'ABCD'[versions.indexOf(version)] ?? 'A' })
    yield move('publish', { address: how.page ? other : await jarOf(session) })
    for (let fan = 0; fan < 5; fan++) yield move('wait')
    if ((await session.verdict()).state !== 'open') return
    if (version !== OWNER) return yield move('wait')
    const counted = fans.filter(({ does }: { does: string }) => (how.counts ?? ['tips']).includes(does))
    yield move('show', {
      sum: unitsText(
        counted.reduce((sum: bigint, { value }: { value: bigint }) => sum + value, 0n),
        18,
      ),
    })
    yield move('empty')
  },
})

async function jarOf({ lab }: Any): Promise<string> {
  const receipts = lab.chain.blocks.flatMap((block) => block.receipts)
  return receipts.find(({ tx }) => tx.from === lab.me && !tx.to)?.created ?? ''
}

export const tipJarSolutions: Solutions = {
  reference: deploying('solved', OWNER),
  'the template’s owner': deploying('template', TEMPLATE),
  'one that anyone empties': deploying('anyone', OPEN),
  'one that nobody empties': deploying('shut', SHUT),
  'somebody else’s jar on the page': deploying('elsewhere', OWNER, { page: 'other' }),
  'a failed tip counted': deploying('miscounted', OWNER, { counts: ['tips', 'fails'] }),
  'a tip to another jar counted': deploying('miscounted', OWNER, { counts: ['tips', 'errs'] }),
}
