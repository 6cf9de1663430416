import { describe, expect, it } from 'vitest'
import type { HeardGift } from '../showdown/gifts/gift-banners.ts'
import {
  ALERT_SHOWS_MS,
  type Alert,
  type AlertQueue,
  hearFinalMinute,
  hearGifts,
  hearResult,
  openAlerts,
  passTime,
} from './alerts.ts'

const OPENED = openAlerts({ giftCount: 0, scores: [0, 0] }, false)
const WON = { side: 1, gifter: null } as const

const gift = (seq: number, name: string, amount = 1, side: 0 | 1 = 0): HeardGift => ({
  seq,
  giverId: name,
  name,
  image: null,
  side,
  amount,
  isOwn: false,
})

const totals = (gifts: readonly HeardGift[], giftCount = gifts.length) => {
  const of = (side: 0 | 1) => gifts.reduce((sum, gift) => (gift.side === side ? sum + gift.amount : sum), 0)
  return { giftCount, scores: [of(0), of(1)] as const }
}

const hearAll = (queue: AlertQueue, gifts: readonly HeardGift[], nowMs = 0) =>
  hearGifts(queue, gifts, totals(gifts), nowMs)

function words(alert: Alert): string {
  if (alert.kind !== 'gift') return 'side' in alert ? `${alert.kind} ${alert.side}` : alert.kind
  const { name, amount, count, more } = alert
  return `${name} ${amount} x${count}${more.count > 0 ? ` +${more.count} (${more.amount})` : ''}`
}

/** Returns the alerts in the order they are shown, each with the moment it begins. */
function played(queue: AlertQueue): string[] {
  const seen: string[] = []
  for (let now: AlertQueue = queue; now.shown; now = passTime(now, now.shown.untilMs)) {
    seen.push(`${now.shown.untilMs - ALERT_SHOWS_MS}: ${words(now.shown.alert)}`)
  }
  return seen
}

describe('alerts of gifts', () => {
  it('are shown one after the other in the order of receipt, each for the same time [battles.alert-queue]', () => {
    const gifts = [gift(3, 'eli'), gift(1, 'cy', 5), gift(2, 'dee')]
    const queue = hearAll({ ...OPENED, leader: 0, shownLeader: 0 }, gifts, 100)
    expect(played(queue)).toEqual(['100: cy 5 x1', '5100: dee 1 x1', '10100: eli 1 x1'])
    expect(words(passTime(queue, 5_099).shown?.alert ?? { kind: 'minute' })).toBe('cy 5 x1')
    expect(passTime(queue, 15_100)).toMatchObject({ shown: null, waiting: [] })
  })

  it('wait in a bounded queue: the last one counts those after it [battles.alert-queue]', () => {
    const gifts = Array.from({ length: 200 }, (_, i) => gift(i + 1, `fan ${i + 1}`, 2))
    const queue = hearAll({ ...OPENED, leader: 0, shownLeader: 0 }, gifts)
    expect(played(queue)).toEqual([
      '0: fan 1 2 x1',
      '5000: fan 2 2 x1',
      '10000: fan 3 2 x1',
      '15000: fan 4 2 x1 +196 (392)',
    ])
  })

  it('sum up gifts in a row of one person to one side while they wait [battles.alert-queue]', () => {
    const gifts = [gift(1, 'cy', 50), gift(2, 'dee', 3), gift(3, 'dee', 4), gift(4, 'dee', 5, 1), gift(5, 'dee', 6)]
    const queue = hearAll({ ...OPENED, leader: 0, shownLeader: 0 }, gifts)
    expect(played(queue)).toEqual(['0: cy 50 x1', '5000: dee 7 x2', '10000: dee 5 x1', '15000: dee 6 x1'])
  })

  it('are not repeated if the list has them again, and not shown if the page opened after them [battles.alert-queue]', () => {
    const gifts = [gift(1, 'cy'), gift(2, 'dee')]
    expect(hearAll(openAlerts(totals(gifts), false), gifts).shown).toBeNull()
    const once = hearAll(OPENED, gifts)
    expect(hearAll(once, gifts)).toEqual(once)
  })

  it('do not pile up while the page sleeps', () => {
    const queue = hearAll({ ...OPENED, leader: 0, shownLeader: 0 }, [gift(1, 'cy'), gift(2, 'dee'), gift(3, 'eli')])
    const awake = hearGifts(queue, [gift(4, 'flo')], { giftCount: 4, scores: [4, 0] }, 60_000)
    expect(played(awake)).toEqual(['60000: flo 1 x1'])
  })
})

describe('alerts of the lead', () => {
  it('follow the gift that turned it, not a tie and not the lead when the page opened [battles.stream-alerts]', () => {
    const opened = openAlerts({ giftCount: 4, scores: [10, 5] }, false)
    const tie = hearGifts(opened, [gift(5, 'cy', 5, 1)], { giftCount: 5, scores: [10, 10] }, 0)
    expect(played(tie)).toEqual(['0: cy 5 x1'])
    const turned = hearGifts(tie, [gift(6, 'dee', 1, 1)], { giftCount: 6, scores: [10, 11] }, 0)
    expect(played(turned)).toEqual(['0: cy 5 x1', '5000: dee 1 x1', '10000: lead 1'])
  })

  it('tell only the last of several changes, and none if the known leader is back', () => {
    const gifts = [gift(1, 'cy', 1), gift(2, 'dee', 2, 1), gift(3, 'eli', 3)]
    const last = hearAll(OPENED, gifts)
    expect(played(last)).toEqual(['0: cy 1 x1', '5000: dee 2 x1', '10000: eli 3 x1', '15000: lead 0'])
    const back = hearAll({ ...OPENED, leader: 0, shownLeader: 0, scores: [0, 0] }, gifts)
    expect(played(back)).toEqual(['0: cy 1 x1', '5000: dee 2 x1', '10000: eli 3 x1'])
  })

  it('are right after missing gifts and while the list is behind or ahead of the totals', () => {
    const missing = hearGifts(OPENED, [gift(9, 'cy', 1)], { giftCount: 9, scores: [1, 40] }, 0)
    expect(missing.scores).toEqual([1, 40])
    const behind = hearGifts(missing, [gift(10, 'dee', 5)], { giftCount: 12, scores: [90, 40] }, 0)
    expect(behind.scores).toEqual([6, 40])
    const ahead = hearGifts(behind, [gift(14, 'eli', 7), gift(13, 'dee', 1)], { giftCount: 13, scores: [95, 40] }, 0)
    expect(ahead.scores).toEqual([102, 40])
    expect(ahead.leader).toBe(0)
  })
})

describe('alerts of the end', () => {
  it('show the final minute next, once, also if the end moves [battles.stream-alerts]', () => {
    const busy = hearAll({ ...OPENED, leader: 0, shownLeader: 0 }, [gift(1, 'cy'), gift(2, 'dee')])
    const told = hearFinalMinute(hearFinalMinute(busy, 0), 1_000)
    expect(played(told)).toEqual(['0: cy 1 x1', '5000: minute', '10000: dee 1 x1'])
    expect(hearFinalMinute(passTime(told, 60_000), 60_000).shown).toBeNull()
    expect(hearFinalMinute(openAlerts(totals([]), true), 0).shown).toBeNull()
  })

  it('show the result next, once, without the lead and the minute before it [battles.stream-alerts]', () => {
    const busy = hearFinalMinute(hearAll(OPENED, [gift(1, 'cy'), gift(2, 'dee')]), 0)
    const told = hearResult(hearResult(busy, WON, 0), WON, 0)
    expect(played(told)).toEqual(['0: cy 1 x1', '5000: win 1', '10000: dee 1 x1'])
    expect(hearResult(passTime(told, 60_000), WON, 60_000).shown).toBeNull()
  })
})

it('leaves out the lead where gifts decide nothing [battles.rounds-gifts]', () => {
  const totals = { giftCount: 1, scores: [5, 0] as const, decide: false }
  const queue = hearGifts(openAlerts({ giftCount: 0, scores: [0, 0] }, false), [gift(1, 'cy')], totals, 0)
  expect([queue.shown?.alert.kind, queue.waiting]).toEqual(['gift', []])
})
