import { expect, it } from 'vitest'
import { markupOf } from '../../dev/markup.tsx'
import { clientWithFailed, pageForEach } from '../../dev/render-hook.ts'
import { NotificationList } from './notification-list.tsx'
import { EMPTY } from './texts.ts'

pageForEach()

it('a list that could not be read is not called empty', async () => {
  const client = await clientWithFailed('/api/notifications')
  const shown = () => markupOf(<NotificationList className="" />, { client })
  expect(shown()).toContain('Try again')
  expect(shown()).not.toContain(EMPTY)
  client.setQueryData(['/api/notifications'], [])
  expect(shown()).toContain(EMPTY)
})
