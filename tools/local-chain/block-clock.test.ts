import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { catchUpTime } from './block-clock.ts'

interface Call {
  method: string
  params: unknown[]
}

const calls: Call[] = []
let timestamp: number
const node = createServer(async (request, response) => {
  const call = (await json(request)) as Call
  calls.push(call)
  const isRead = call.method === 'eth_getBlockByNumber'
  response.end(JSON.stringify({ result: isRead ? { timestamp: `0x${timestamp.toString(16)}` } : '0x0' }))
})
afterEach(() => node.close())

it('moves a node that is behind to the present, and leaves one that is ahead', async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const moved = () => calls.filter(({ method }) => method === 'evm_increaseTime').map(({ params }) => Number(params[0]))
  const now = () => Math.floor(Date.now() / 1_000)
  timestamp = now() + 60
  await catchUpTime(url)
  expect(moved()).toEqual([])
  const startedAt = now()
  timestamp = startedAt - 60
  await catchUpTime(url)
  expect(moved()).toHaveLength(1)
  expect(moved()[0]).toBeGreaterThanOrEqual(60)
  expect(moved()[0]).toBeLessThanOrEqual(60 + now() - startedAt)
})
