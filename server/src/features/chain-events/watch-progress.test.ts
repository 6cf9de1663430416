import client from '@prometheus-io/client'
import { expect, it } from 'vitest'
import type { Context } from '#platform/context'
import { registerProgress } from './watch-progress.ts'

const contracts = { usdc: '0x1', steeze: '0x2', vouch: '0x3' }
const found = (...rows: object[]) => Promise.resolve(rows)

it.each([
  ['its time', contracts, () => found({ time: new Date(60_000), finalTime: new Date(30_000) }), ['60', '30']],
  ['0 while there is none, so that old blocks are alerted of', contracts, () => found({ time: null }), ['0', '0']],
  ['0 before anything was read', contracts, () => found(), ['0', '0']],
  ['nothing without a database', contracts, () => Promise.reject(new Error('down')), ['Nan', 'Nan']],
  ['nothing without contracts', null, () => found(), ['Nan', 'Nan']],
])('tells of the newest block %s', async (_, given, query, values) => {
  const register = new client.Registry()
  registerProgress(register, { chain: { id: 8_453, contracts: given }, db: { query } } as unknown as Context)
  const text = await register.metrics()
  expect([...text.matchAll(/^chain_\w+ (\w+)$/gm)].map(([, value]) => value)).toEqual(values)
})
