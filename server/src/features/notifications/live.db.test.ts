import { expect, it } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { tell } from '../../../../tests/server/actors/notifying.ts'
import { openStream } from '../../../../tests/server/live-stream.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

it('publishes a notification at once, and that it was read [notifications.live]', async () => {
  const test = await testApp()
  const ada = await newcomer(test)
  const stream = await openStream(test, ada, 'user')
  await stream.next()

  await tell(ada)
  test.ctx.live.changed(`user:${ada.id}`)
  const notified = await stream.next()
  expect(notified.state?.['/api/notifications']).toMatchObject([{ title: 'Hello', isRead: false }])

  await ada.call('POST /api/notifications/read-all')
  const read = await stream.next()
  expect(read.state?.['/api/notifications']).toMatchObject([{ title: 'Hello', isRead: true }])
  stream.close()
  await test.close()
})
