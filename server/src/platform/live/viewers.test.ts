import { beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '../../../../tests/server/fakes.ts'
import { isNews, jitterMs, paceMs } from './pace.rules.ts'
import { personViewing, type Viewer, Viewers, viewerOfText, viewerText, visitorViewing } from './viewers.ts'

const TOPIC = 'battle:1'
const limits = { viewerMs: 45_000, visitorsPerAddress: 5 }
const ada: Viewer = { key: 'ada', networks: [] }
const bo: Viewer = { key: 'bo', networks: [] }
const visitor = (key: string, name = 'home'): Viewer => ({ key, networks: [{ name, share: 1, atOnce: 1 }] })

function connect(from: Viewers, to: Viewers): string[] {
  const told: string[] = []
  from.onSighting = (kind, topic, viewer) => {
    const text = viewerText(viewer)
    told.push(`${kind} ${text}`)
    if (kind === 'seen') to.seenElsewhere(topic, viewerOfText(text))
    else to.leftElsewhere(topic, viewerOfText(text))
  }
  return told
}

let clock: TestClock
let viewers: Viewers
beforeEach(() => {
  clock = new TestClock()
  viewers = new Viewers({ clock, limits })
})

describe('the viewer count', () => {
  it('includes everybody once, however often they are seen [battles.viewers-distinct]', () => {
    for (const each of [ada, ada, bo]) viewers.seen(TOPIC, each)
    viewers.enter(TOPIC, ada)
    expect(viewers.count(TOPIC)).toBe(2)
    expect(viewers.count('battle:2')).toBe(0)
  })

  it('has room for another visitor of an address a tenth of a second after one has expired, at the latest', () => {
    for (let nr = 0; nr < 5; nr++) viewers.seen(TOPIC, visitor(`at home ${nr}`))
    const comesAfter = (ms: number) => {
      clock.advance({ ms })
      viewers.seen(TOPIC, visitor('the sixth'))
    }
    // Expired viewers are looked for now, and not again within a tenth of a second.
    comesAfter(44_950)
    comesAfter(60)
    comesAfter(40)
    expect(viewers.count(TOPIC)).toBe(1)
  })

  it('includes a viewer as long when the clock is set', () => {
    viewers.seen(TOPIC, ada)
    clock.step(3_600_000)
    expect(viewers.count(TOPIC)).toBe(1)
    viewers.seen(TOPIC, bo)
    clock.step(-7_200_000)
    clock.advance({ ms: 45_000 })
    expect(viewers.count(TOPIC)).toBe(0)
  })

  it('includes a viewer for 45 s after last being seen, and no longer [battles.const-viewers-window]', () => {
    viewers.seen(TOPIC, ada)
    clock.advance({ ms: 20_000 })
    viewers.seen(TOPIC, bo)
    clock.advance({ ms: 24_999 })
    expect(viewers.count(TOPIC)).toBe(2)
    clock.advance({ ms: 1 })
    expect(viewers.count(TOPIC)).toBe(1)
    viewers.seen(TOPIC, bo)
    clock.advance({ ms: 44_999 })
    expect(viewers.count(TOPIC)).toBe(1)
    clock.advance({ ms: 1 })
    expect(viewers.count(TOPIC)).toBe(0)
  })

  it('includes at most five visitors per address, and any number of signed-in people [battles.const-viewers-per-address]', () => {
    for (let i = 0; i < 7; i++) viewers.seen(TOPIC, visitor(`v${i}`))
    expect(viewers.count(TOPIC)).toBe(5)
    viewers.seen(TOPIC, visitor('w', 'elsewhere'))
    for (const each of [ada, bo]) viewers.seen(TOPIC, each)
    expect(viewers.count(TOPIC)).toBe(8)
    viewers.left(TOPIC, visitor('v0'))
    viewers.seen(TOPIC, visitor('v6'))
    expect(viewers.count(TOPIC)).toBe(8)
    clock.advance({ ms: 45_000 })
    viewers.seen(TOPIC, visitor('v7'))
    expect(viewers.count(TOPIC)).toBe(1)
  })

  it.each([
    [64, (at: number) => `2001:db8:aa:bb00::${at}`, 5],
    [56, (at: number) => `2001:db8:aa:bb0${at % 10}::1`, 7],
    [48, (at: number) => `2001:db8:aa:${at}00::1`, 8],
  ])('is a few visitors of one /%i of IPv6, on every server', (_bits, addressAt, counted) => {
    const other = new Viewers({ clock, limits })
    connect(viewers, other)
    for (let at = 0; at < 10; at++) viewers.seen(TOPIC, visitorViewing('a key', `visitor ${at}`, addressAt(at)))
    for (let at = 0; at < 10; at++) other.seen(TOPIC, visitorViewing('a key', `another ${at}`, addressAt(at)))
    expect([viewers.count(TOPIC), other.count(TOPIC)]).toEqual([counted, counted])
    viewers.seen(TOPIC, visitorViewing('a key', 'elsewhere', '2001:db8:cc::1'))
    expect(viewers.count(TOPIC)).toBe(counted + 1)
    clock.advance({ ms: 45_000 })
    for (let at = 0; at < 10; at++) other.seen(TOPIC, visitorViewing('a key', `later ${at}`, addressAt(at)))
    expect(other.count(TOPIC)).toBe(counted)
  })

  it('keeps a viewer while another of their windows is watching', () => {
    const [first, second] = [viewers.enter(TOPIC, ada), viewers.enter(TOPIC, ada)]
    first()
    viewers.left(TOPIC, ada)
    expect(viewers.count(TOPIC)).toBe(1)
    second()
    expect(viewers.count(TOPIC)).toBe(0)
  })

  it('keeps a viewer for a while when their connection is lost', () => {
    const exit = viewers.enter(TOPIC, ada)
    clock.advance({ ms: 40_000 })
    exit()
    clock.advance({ ms: 44_999 })
    expect(viewers.count(TOPIC)).toBe(1)
    clock.advance({ ms: 1 })
    expect(viewers.count(TOPIC)).toBe(0)
  })
})

describe('several servers', () => {
  const key = 'a key'
  const person = personViewing(key, 'ada')

  it('count the same, each viewer once', () => {
    const other = new Viewers({ clock, limits })
    connect(viewers, other)
    connect(other, viewers)
    viewers.seen(TOPIC, person)
    other.seen(TOPIC, person)
    other.seen(TOPIC, personViewing(key, 'bo'))
    for (let i = 0; i < 4; i++) viewers.seen(TOPIC, visitorViewing(key, `here ${i}`, '10.0.0.1'))
    for (let i = 0; i < 4; i++) other.seen(TOPIC, visitorViewing(key, `there ${i}`, '10.0.0.1'))
    expect([viewers.count(TOPIC), other.count(TOPIC)]).toEqual([7, 7])
    other.left(TOPIC, person)
    expect([viewers.count(TOPIC), other.count(TOPIC)]).toEqual([6, 6])
  })

  it('keep a viewer connected here when another server sees them leave', () => {
    const other = new Viewers({ clock, limits })
    connect(other, viewers)
    viewers.enter(TOPIC, person)
    other.seen(TOPIC, person)
    other.left(TOPIC, person)
    expect(viewers.count(TOPIC)).toBe(1)
  })

  it('exchange a viewer once in a while, not at every heartbeat', () => {
    const told = connect(viewers, new Viewers({ clock, limits }))
    for (let i = 0; i < 6; i++) {
      viewers.seen(TOPIC, person)
      clock.advance({ ms: 9_000 })
    }
    expect(told.length).toBe(3)
  })
})

describe('news', () => {
  it('is a changed number, reported once', () => {
    expect(viewers.news()).toEqual([])
    viewers.seen(TOPIC, ada)
    expect(viewers.news()).toEqual([TOPIC])
    expect(viewers.news()).toEqual([])
    clock.advance({ ms: 45_000 })
    expect(viewers.news()).toEqual([TOPIC])
    expect(viewers.news()).toEqual([])
  })

  it('includes a departure and an arrival that cancel out, since the number in between may have been shown', () => {
    viewers.seen(TOPIC, ada)
    expect(viewers.news()).toEqual([TOPIC])
    viewers.seen(TOPIC, bo)
    viewers.left(TOPIC, ada)
    expect(viewers.news()).toEqual([TOPIC])
    expect(viewers.news()).toEqual([])
  })

  it('includes changes below one percent of a crowd only every five seconds', () => {
    const told = { count: 1_000, atMs: 0 }
    expect(isNews(told, { count: 1_009, atMs: 4_999 })).toBe(false)
    expect(isNews(told, { count: 1_009, atMs: 5_000 })).toBe(true)
    expect(isNews(told, { count: 990, atMs: 1 })).toBe(true)
  })
})

describe('the pace', () => {
  it.each([
    [1, 100],
    [2_000, 100],
    [5_000, 250],
    [10_000, 500],
    [100_000, 1_000],
  ])('for %i watchers is an update every %i ms', (watchers, everyMs) => {
    expect(paceMs(watchers, { fastestMs: 100, slowestMs: 1_000, messagesPerS: 20_000, readsPerS: 500 })).toBe(everyMs)
  })

  it.each([
    [1, 0],
    [24, 0],
    [500, 1_000],
    [10_000, 20_000],
  ])('for %i watchers their own reads are spread over %i ms', (watchers, overMs) => {
    expect(jitterMs(watchers, { readsPerS: 500 })).toBe(overMs)
  })
})
