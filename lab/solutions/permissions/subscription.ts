import type { Session } from '../../src/session.ts'
import { approve, move, reject, type Solutions, unitsText, untilEnd, type Way } from '../solution.ts'

interface World {
  price: bigint
}

const signing = (
  ends: string,
  {
    times = 1n,
    period = 'month',
    end = 'quarter',
    after,
  }: { times?: bigint; period?: string; end?: string; after?: string },
): Way => ({
  ends,
  async *play(session: Session<World>) {
    yield approve('subscribe', { cap: unitsText(session.world.price * times), period, end })
    for (let week = 0; week < 6; week++) yield move('wait-week')
    if (after) yield move(after)
    yield* untilEnd(session, 'wait-week')
  },
})

export const subscriptionSolutions: Solutions = {
  reference: signing('solved', {}),
  'without an end, revoked in time': signing('solved', { end: 'never', after: 'revoke' }),
  'without an end, cancelled on the page': signing('charged-on', { end: 'never', after: 'cancel' }),
  'ten years': signing('charged-on', { end: 'decade' }),
  'the cap the page filled in': signing('charged-on', { times: 10n }),
  'the price for each day': signing('charged-on', { period: 'day' }),
  'the price once a year': signing('unheard', { period: 'year' }),
  'not subscribed': {
    ends: 'unheard',
    async *play(session) {
      yield reject('subscribe')
      yield* untilEnd(session, 'wait-week')
    },
  },
}
