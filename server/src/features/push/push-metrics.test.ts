import client from '@prometheus-io/client'
import { expect, it } from 'vitest'
import { countedPush, registerPushes } from './push-metrics.ts'
import type { Push } from './web-push.ts'

const target = { endpoint: 'https://push.test/1', p256dh: 'x', auth: 'x' }

it('messages are counted by what became of them, and their outcome is passed on', async () => {
  const outcomes = ['sent', 'sent', 'gone', { retryAfterMs: 5 }] as const
  let next = 0
  const push: Push = { publicKey: 'key', send: async () => outcomes[next++] ?? 'sent' }
  const counted = countedPush(push)
  const register = new client.Registry()
  registerPushes(register, { push: counted })
  for (const outcome of outcomes)
    expect(await counted.send(target, 'text', { urgency: 'normal', lifeS: 60 })).toEqual(outcome)
  const text = await register.metrics()
  for (const line of ['{outcome="sent"} 2', '{outcome="gone"} 1', '{outcome="failed"} 1'])
    expect(text).toContain(`pushes_total${line}\n`)
  expect(counted.publicKey).toBe('key')
})

it('a server without push keys counts nothing', async () => {
  const register = new client.Registry()
  registerPushes(register, { push: null })
  expect(await register.metrics()).not.toContain('outcome=')
})
