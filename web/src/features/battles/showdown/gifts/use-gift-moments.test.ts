import { expect, it } from 'vitest'
import { pageForEach } from '../../../../dev/render-hook.ts'
import type { Vote } from '../../shared/battle-view.ts'
import type { GiftMomentsOptions } from './use-gift-moments.ts'

const ADA = { person: { id: 'ada' }, name: 'ada', steeze: 5 }
const BO = { person: { id: 'bo' }, name: 'bo', steeze: 3 }

const page = pageForEach()

const vote = (seq: number, voterId = 'cy') =>
  ({
    seq,
    voterId,
    voterUsername: voterId,
    participantId: 'ada',
    amount: seq,
    createdAt: '2026-01-01T12:00:00Z',
  }) as Vote

interface Shown {
  votes: readonly Vote[]
  giftCount: number
  isFresh: boolean
  steeze: readonly [number, number]
}

async function opened(first: Shown, isPlaying: boolean) {
  const { useGiftMoments } = await import('./use-gift-moments.ts')
  const moments = await page.renderWith(first, ({ votes, giftCount, isFresh, steeze }) => {
    const options = {
      battle: { status: 'active', giftCount },
      isFresh,
      sides: [
        { ...ADA, steeze: steeze[0] },
        { ...BO, steeze: steeze[1] },
      ],
      viewer: { id: 'me', username: 'me', profileImageUrl: null },
      pending: [],
      isPlaying,
      field: { current: null },
    }
    return useGiftMoments(votes, options as unknown as GiftMomentsOptions)
  })
  return {
    lead: () => moments.current.lead?.lines.join(' '),
    banners: () => moments.current.heard.combos.map(({ giverId, amount, count }) => `${giverId} ${amount} x${count}`),
    own: (seq: number) => page.act(async () => moments.current.hearOwn({ seq, participantId: 'ada', amount: seq })),
    show: moments.show,
  }
}

const cached: Shown = { votes: [vote(1)], giftCount: 1, isFresh: false, steeze: [5, 3] }

it('a lead that changed between two visits is no news; the next change is [battles.lead-change]', async () => {
  const { lead, show } = await opened(cached, false)
  await show({ ...cached, isFresh: true, steeze: [5, 9] })
  expect(lead()).toBeUndefined()
  await show({ ...cached, isFresh: true, steeze: [10, 9] })
  expect(lead()).toBe('ada takes the lead')
})

it('gifts of the time between two visits have no banner, and each later one has [battles.gift-banner]', async () => {
  const { banners, show } = await opened(cached, true)
  const fresh = { ...cached, isFresh: true, giftCount: 3 }
  await show(fresh)
  await show({ ...fresh, votes: [vote(3), vote(2), vote(1)] })
  expect(banners()).toEqual([])
  await show({ ...fresh, giftCount: 4, votes: [vote(4), vote(3), vote(2), vote(1)] })
  expect(banners()).toEqual(['cy 4 x1'])
})

it('the first gift after a visit without any has a banner [battles.gift-banner]', async () => {
  const { banners, show } = await opened(cached, true)
  await show({ ...cached, isFresh: true })
  await show({ ...cached, isFresh: true, giftCount: 2, votes: [vote(2), vote(1)] })
  expect(banners()).toEqual(['cy 2 x1'])
})

it('an own gift counts once, whichever comes first: its confirmation or the list [battles.gift-banner]', async () => {
  const { banners, own, show } = await opened({ ...cached, isFresh: true }, true)
  const listed = { ...cached, isFresh: true, giftCount: 2, votes: [vote(2, 'me'), vote(1)] }
  await show(listed)
  await own(2)
  expect(banners()).toEqual(['me 2 x1'])
  await own(3)
  await show({ ...listed, giftCount: 3, votes: [vote(3, 'me'), ...listed.votes] })
  expect(banners()).toEqual(['me 5 x2'])
})
