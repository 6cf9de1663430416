import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import webpush from 'web-push'
import { PushBrowser, type PushService, startPushService } from '../../../../tests/server/push-service.ts'
import { PUSHES_AT_ONCE } from './push.rules.ts'
import { type PushBounds, webPush } from './web-push.ts'

const keys = { ...webpush.generateVAPIDKeys(), subject: 'mailto:ops@aura.example' }

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.received.length = 0
  service.answer = { status: 201 }
})

const pushTo = (endpoint: string, bounds: Partial<PushBounds> = {}) =>
  webPush(keys, { agent: service.agent, ...bounds }).send({ endpoint, ...new PushBrowser().keys }, 'hello', SOON)
const SOON = { urgency: 'high', lifeS: 60 } as const
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/1'

describe('a message to a push service', () => {
  it.each([201, 404])('ends with the status %i: a response without end is not read', async (status) => {
    service.answer = { status, body: 'endless' }
    expect(await pushTo(ENDPOINT)).toBe(status === 201 ? 'sent' : 'gone')
    await expect.poll(() => service.open).toBe(0)
  })

  it('ends at its deadline when the service does not respond', async () => {
    service.answer = { status: 201, body: 'silent' }
    expect(await pushTo(ENDPOINT, { timeoutMs: 100 })).toEqual({ retryAfterMs: null })
    await expect.poll(() => service.open).toBe(0)
  })

  it('waits while the maximum is being sent', async () => {
    const push = webPush(keys, { agent: service.agent, maxAtOnce: 2 })
    const target = { endpoint: ENDPOINT, ...new PushBrowser().keys }
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    service.answer = { status: 201, until }
    const outcomes = Array.from({ length: 9 }, () => push.send(target, 'hello', SOON))
    await expect.poll(() => service.received.length).toBe(2)
    service.answer = { status: 201 }
    expect(await pushTo(ENDPOINT)).toBe('sent')
    expect(service.received).toHaveLength(3)
    release()
    expect(await Promise.all(outcomes)).toEqual(Array(9).fill('sent'))
    expect(service.received).toHaveLength(10)
  })

  it('waits for no service that hangs, however many messages to it are under way [notifications.push-apart]', async () => {
    const push = webPush(keys, { agent: service.agent })
    const to = (endpoint: string) => push.send({ endpoint, ...new PushBrowser().keys }, 'hello', SOON)
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    service.answer = { status: 201, until }
    const stuck = Array.from({ length: PUSHES_AT_ONCE.all - 1 }, () => to('https://web.push.apple.com/1'))
    await expect.poll(() => service.received.length).toBe(stuck.length)
    service.answer = { status: 201 }
    expect(await to(ENDPOINT)).toBe('sent')
    release()
    await Promise.all(stuck)
  })

  it('is never sent to a stored address that is not a push service', async () => {
    for (const endpoint of ['https://127.0.0.1;.push.apple.com/x', 'https://evil.example/x', 'nothing']) {
      expect(await pushTo(endpoint)).toBe('gone')
    }
    expect(service.received).toEqual([])
  })

  it('with invalid keys is not sent, and fails alone', async () => {
    const target = { endpoint: ENDPOINT, p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
    expect(await webPush(keys, { agent: service.agent }).send(target, 'hello', SOON)).toEqual({ retryAfterMs: null })
    expect(service.received).toEqual([])
  })
})
