import { bestAnswers } from '../../src/kinds/reputation/fans-money.ts'
import { move, type Solutions, type Way } from '../solution.ts'

type Answers = ReturnType<typeof bestAnswers>
type Fans = Parameters<typeof bestAnswers>[0]

/** Answers every fan, as is best unless `instead` says otherwise. */
const answering = (ends: string, instead: (best: string, fan: Fans[number]) => string = (best) => best): Way => ({
  ends,
  async *play(session) {
    const { fans, least } = session.world as { fans: Fans; least: { steeze: bigint } }
    const best: Answers = bestAnswers(fans, least.steeze)
    for (const fan of fans) {
      if ((await session.verdict()).state !== 'open') return
      yield move('answer', { fan: fan.name, way: instead(best.get(fan.address) ?? 'tip', fan) })
    }
  },
})

export const fansMoneySolutions: Solutions = {
  reference: answering('solved'),
  'every fan vouches': answering('refused', () => 'vouch'),
  'nobody gifts': answering('short', (best) => (best === 'gift' ? 'tip' : best)),
  'everybody gifts': answering('costly', () => 'gift'),
  'tips for vouches': answering('pointless', (best) => (best === 'vouch' ? 'tip' : best)),
}
