import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { serveLocally } from '../../tests/server/local-server.ts'
import { catchUpTime } from './block-clock.ts'

interface Call {
  method: string
  params: unknown[]
}

const calls: Call[] = []
let timestamp: number

it('moves a node that is behind to the present, and leaves one that is ahead', async () => {
  const { url, close } = await serveLocally(async (request, response) => {
    const call = (await json(request)) as Call
    calls.push(call)
    const isRead = call.method === 'eth_getBlockByNumber'
    response.end(JSON.stringify({ result: isRead ? { timestamp: `0x${timestamp.toString(16)}` } : '0x0' }))
  })
  onTestFinished(close)
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
