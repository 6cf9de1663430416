import { expect, it } from 'vitest'
import { seeded } from '../seeded.ts'
import { type ActionCost, coresFor, simulateEvening } from './evening.ts'

const write: ActionCost = { name: 'write', weight: 1, requests: 1, serverUs: 1_000, databaseUs: 2_000, mayLag: false }
const read: ActionCost = { name: 'read', weight: 1, requests: 2, serverUs: 1_000, databaseUs: 1_000, mayLag: true }
const plan = { actions: [write], perSecond: 100, seconds: 60, rushes: [], random: seeded(1) }

it('keeps cores as busy as arrivals times work', () => {
  const { busy } = simulateEvening({ ...plan, cores: { servers: 2, primaryCores: 4, replicaCores: 0 } })
  expect(busy.servers).toBeCloseTo((100 * 0.001) / 2, 2)
  expect(busy.primaryCores).toBeCloseTo((100 * 0.002) / 4, 2)
  expect(busy.replicaCores).toBe(0)
})

/** Two queues in a row, each M/M/1: 1 / (service rate - arrival rate). */
it('lets actions wait as long as queueing theory says', () => {
  const atHalf = { ...plan, perSecond: 250, seconds: 400, random: seeded(2) }
  const { p50Ms } = simulateEvening({ ...atHalf, cores: { servers: 1, primaryCores: 1, replicaCores: 0 } })
  // The sum of two exponential times with means 1.33 ms and 4 ms has its median at 4.4 ms.
  expect(p50Ms).toBeGreaterThan(4.4 * 0.9)
  expect(p50Ms).toBeLessThan(4.4 * 1.1)
})

it('sends to the replica what may lag, and nothing else', () => {
  const both = { ...plan, actions: [write, read] }
  const { busy } = simulateEvening({ ...both, cores: { servers: 1, primaryCores: 1, replicaCores: 1 } })
  expect(busy.primaryCores).toBeCloseTo(50 * 0.002, 2)
  expect(busy.replicaCores).toBeCloseTo(50 * 0.001, 2)
})

it('waits longer while viewers read an ended battle', () => {
  const cores = { servers: 1, primaryCores: 1, replicaCores: 0 }
  const calm = simulateEvening({ ...plan, cores, random: seeded(3) })
  const rush = { cost: write, perSecond: 380, fromS: 10, seconds: 40 }
  const rushed = simulateEvening({ ...plan, cores, rushes: [rush], random: seeded(3) })
  expect(rushed.p99Ms).toBeGreaterThan(3 * calm.p99Ms)
})

it('finds cores that are neither too busy nor too slow, and not many more than that', () => {
  const wanted = { p99Ms: 250, busy: 0.7 }
  const { cores, evening } = coresFor({ ...plan, perSecond: 2_000 }, () => seeded(4), wanted)
  expect(evening.p99Ms).toBeLessThanOrEqual(250)
  expect(Math.max(evening.busy.servers, evening.busy.primaryCores)).toBeLessThanOrEqual(0.7)
  // 2,000 a second take 2 cores of servers and 4 of the database.
  expect(cores).toEqual({ servers: 3, primaryCores: 6, replicaCores: 0 })
})
