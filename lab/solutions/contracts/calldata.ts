import { bytesToHex } from '@ethereumjs/util'
import { encode, type Hex } from '../../src/bytes.ts'
import type { Session } from '../../src/session.ts'
import { UNLIMITED } from '../../src/usdc.ts'
import { approve, reject, type Solutions, type Way } from '../solution.ts'

interface World {
  linh: Hex
  thief: Hex
  price: bigint
  requests: Uint8Array[]
}

/** Goes through the requests in order and approves the one with this calldata. */
const signing = (ends: string, dataOf?: (world: World) => Uint8Array): Way => ({
  ends,
  async *play(session: Session<World>) {
    const wanted = dataOf && bytesToHex(dataOf(session.world))
    for (const [place, data] of session.world.requests.entries()) {
      if ((await session.verdict()).state !== 'open') return
      yield (bytesToHex(data) === wanted ? approve : reject)(`request-${place + 1}`)
    }
  },
})

const TRANSFER = 'transfer(address,uint256)'
const APPROVE = 'approve(address,uint256)'

export const calldataSolutions: Solutions = {
  reference: signing('solved', ({ linh, price }) => encode(TRANSFER, linh, price)),
  'a digit more': signing('too-much', ({ linh, price }) => encode(TRANSFER, linh, price * 16n)),
  'to somebody else': signing('stranger', ({ thief, price }) => encode(TRANSFER, thief, price)),
  'an approval of the price': signing('approval', ({ linh, price }) => encode(APPROVE, linh, price)),
  'an unlimited approval': signing('unlimited', ({ thief }) => encode(APPROVE, thief, UNLIMITED)),
  'none of them': signing('unpaid'),
}
