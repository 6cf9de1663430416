import { describe, expect, it, vi } from 'vitest'
import { Hub, type Watcher } from './hub.ts'
import { Slices } from './slices.ts'

class FakeWatcher implements Watcher {
  readonly states: unknown[] = []
  readonly versions: number[] = []
  isSlow = false
  #heard: (() => void)[] = []

  write(frame: Buffer): boolean {
    if (this.isSlow) return false
    const { state, version } = JSON.parse(/^data: (.*)$/m.exec(frame.toString())?.[1] ?? '')
    this.states.push(state)
    this.versions.push(version)
    for (const told of this.#heard.splice(0)) told()
    return true
  }

  async has(count: number): Promise<void> {
    while (this.states.length < count) await new Promise<void>((resolve) => this.#heard.push(resolve))
  }
}

const pace = {
  fastestMs: 0,
  slowestMs: 1_000,
  messagesPerS: Number.POSITIVE_INFINITY,
  readsPerS: Number.POSITIVE_INFINITY,
}

function hubOf(read: (topic: string) => Promise<Record<string, unknown> | null>, errors: unknown[] = []) {
  return new Hub({ read, pace, slices: new Slices(2), onError: (error) => errors.push(error) })
}

describe('the hub', () => {
  it('reads once for all watchers, and not at all without any', async () => {
    let reads = 0
    const hub = hubOf(async () => ({ reads: ++reads }))
    hub.changed('t')
    expect(reads).toBe(0)
    const watchers = Array.from({ length: 7 }, () => new FakeWatcher())
    for (const watcher of watchers) hub.join(watcher, 't')
    await Promise.all(watchers.map((watcher) => watcher.has(1)))
    expect(reads).toBe(1)
    hub.changed('t')
    await Promise.all(watchers.map((watcher) => watcher.has(2)))
    expect(watchers.map(({ states }) => states)).toEqual(watchers.map(() => [{ reads: 1 }, { reads: 2 }]))
  })

  it('coalesces changes during a read: only the newest state is sent', async () => {
    let value = 0
    let goOn = () => {}
    let isReading = () => {}
    const reading = () => new Promise<void>((resolve) => (isReading = resolve))
    const hub = hubOf(async () => {
      const seen = value
      isReading()
      await new Promise<void>((resolve) => (goOn = resolve))
      return { seen }
    })
    const watcher = new FakeWatcher()
    const first = reading()
    hub.join(watcher, 't')
    await first
    for (value = 1; value < 50; value++) hub.changed('t')
    const second = reading()
    goOn()
    await second
    goOn()
    await watcher.has(2)
    expect(watcher.states).toEqual([{ seen: 0 }, { seen: 50 }])
  })

  it('gives later watchers the known state without another read', async () => {
    let reads = 0
    const hub = hubOf(async () => ({ reads: ++reads }))
    const [early, late, informed] = [new FakeWatcher(), new FakeWatcher(), new FakeWatcher()]
    hub.join(early, 't')
    await early.has(1)
    hub.join(late, 't')
    hub.join(informed, 't', early.versions[0])
    expect(late.states).toEqual([{ reads: 1 }])
    expect(informed.states).toEqual([])
    hub.changed('t')
    await Promise.all([late.has(2), informed.has(1)])
    expect(informed.states).toEqual([{ reads: 2 }])
    expect(late.versions[1]).toBeGreaterThan(late.versions[0] ?? 0)
  })

  it('sends nothing when the state is unchanged', async () => {
    let value = 'same'
    let reads = 0
    const hub = hubOf(async () => {
      reads += 1
      return { value }
    })
    const watcher = new FakeWatcher()
    hub.join(watcher, 't')
    await watcher.has(1)
    hub.changed('t')
    await expect.poll(() => reads).toBe(2)
    value = 'other'
    hub.changed('t')
    await watcher.has(2)
    expect(watcher.states).toEqual([{ value: 'same' }, { value: 'other' }])
  })

  it('goes on when the clock is set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      let value = 1
      const hub = hubOf(async () => ({ value }))
      const watcher = new FakeWatcher()
      hub.join(watcher, 't')
      await watcher.has(1)
      vi.setSystemTime(Date.now() - 3_600_000)
      value = 2
      hub.changed('t')
      await watcher.has(2)
      expect(watcher.versions[1]).toBeGreaterThan(watcher.versions[0] ?? 0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('sends nothing after leaving, and forgets unwatched topics', async () => {
    let value = 1
    const hub = hubOf(async () => ({ value }))
    const [gone, staying] = [new FakeWatcher(), new FakeWatcher()]
    hub.join(gone, 't')
    hub.join(staying, 't')
    await Promise.all([gone.has(1), staying.has(1)])
    hub.leave(gone, 't')
    value = 2
    hub.changed('t')
    await staying.has(2)
    expect(gone.states).toEqual([{ value: 1 }])
    expect(hub.topics).toBe(1)
    hub.leave(staying, 't')
    expect(hub.topics).toBe(0)
  })

  it('skips a slow client, and sends it the newest state when there is room', async () => {
    let value = 1
    const hub = hubOf(async () => ({ value }))
    const [slow, quick] = [new FakeWatcher(), new FakeWatcher()]
    hub.join(slow, 't')
    hub.join(quick, 't')
    await Promise.all([slow.has(1), quick.has(1)])
    slow.isSlow = true
    for (value = 2; value < 5; value++) {
      hub.changed('t')
      await quick.has(value)
    }
    slow.isSlow = false
    hub.catchUp(slow, 't')
    expect(slow.states).toEqual([{ value: 1 }, { value: 4 }])
    expect(hub.counts.skipped).toBe(3)
  })

  it('retries and reports a failed read', async () => {
    const errors: unknown[] = []
    let reads = 0
    const hub = hubOf(async () => {
      reads += 1
      if (reads === 1) throw new Error('the database is away')
      return { reads }
    }, errors)
    const watcher = new FakeWatcher()
    hub.join(watcher, 't')
    await watcher.has(1)
    expect(watcher.states).toEqual([{ reads: 2 }])
    expect(errors).toEqual([new Error('the database is away')])
  })

  it.each([
    ['of all topics', { pace: { ...pace, fastestMs: 60 } }],
    ['that a topic asks for', { pace, fastestMs: (topic: string) => (topic === 't' ? 60 : 0) }],
  ])('keeps the minimum interval %s between two updates', async (_, options) => {
    let value = 0
    const hub = new Hub({
      read: async () => ({ value: ++value, atMs: performance.now() }),
      slices: new Slices(10),
      ...options,
    })
    const watcher = new FakeWatcher()
    hub.join(watcher, 't')
    for (let i = 1; i <= 4; i++) {
      await watcher.has(i)
      hub.changed('t')
    }
    // A read may begin late, and the next one on time.
    const times = (watcher.states as { atMs: number }[]).map(({ atMs }) => atMs)
    for (let i = 1; i < 4; i++) expect((times[i] ?? 0) - (times[i - 1] ?? 0)).toBeGreaterThanOrEqual(50)
    hub.close()
  })

  it('sends nothing after it is closed', async () => {
    let reads = 0
    const hub = hubOf(async () => ({ reads: ++reads }))
    const watcher = new FakeWatcher()
    hub.join(watcher, 't')
    await watcher.has(1)
    hub.close()
    hub.changed('t')
    expect(reads).toBe(1)
  })
})

describe('slices', () => {
  const counting = () => {
    let nowMs = 0
    return () => ++nowMs
  }

  it('finish a job in turns of a few milliseconds', async () => {
    const slices = new Slices(3, counting())
    const perTurn: number[] = [0]
    let isCounting = true
    const count = () => {
      perTurn.push(0)
      if (isCounting) setImmediate(count)
    }
    setImmediate(count)
    const seen = new Set<number>()
    await slices.run(1_000, (index) => {
      seen.add(index)
      perTurn[perTurn.length - 1] = (perTurn.at(-1) ?? 0) + 1
    })
    isCounting = false
    expect(seen.size).toBe(1_000)
    // Each turn reads the clock three times, with fifty pieces in between.
    expect(Math.max(...perTurn)).toBe(150)
  })

  it('let no small job wait for a large one', async () => {
    const slices = new Slices(3, counting())
    const done: string[] = []
    const large = slices.run(1_000, () => done.push('large'))
    const small = slices.run(1, () => done.push('small'))
    await Promise.all([large, small, slices.run(0, () => done.push('never'))])
    expect(done.filter((each) => each === 'large')).toHaveLength(1_000)
    expect(done.indexOf('small')).toBeLessThan(51)
    expect(done).not.toContain('never')
  })
})
