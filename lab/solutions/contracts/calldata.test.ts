import { bytesToHex } from '@ethereumjs/util'
import { expect, it } from 'vitest'
import { keccakText } from '../../src/bytes.ts'
import { calldata } from '../../src/kinds/contracts/calldata.ts'
import type { Session } from '../../src/session.ts'
import { approve, playWay, reject, type Way } from '../solution.ts'

type World = Awaited<ReturnType<typeof calldata.setup>>

const withoutTheVerb: Way = {
  ends: 'solved',
  async *play(session: Session<World>) {
    const { linh, price, requests } = session.world
    const wanted = linh.slice(2).padStart(64, '0') + price.toString(16).padStart(64, '0')
    for (const [place, data] of requests.entries()) {
      const isWanted = bytesToHex(data).slice(10) === wanted
      yield (isWanted ? approve : reject)(`request-${place + 1}`)
      if (isWanted) return
    }
  },
}

it('is solved by the name and the number alone for some learners only', async () => {
  const ends = []
  for (let number = 0; number < 12; number++) {
    const seed = bytesToHex(keccakText(`verb ${number}`))
    ends.push((await playWay(calldata, { seed, way: withoutTheVerb })).end)
  }
  expect(new Set(ends)).toEqual(new Set(['solved', 'approval']))
})
