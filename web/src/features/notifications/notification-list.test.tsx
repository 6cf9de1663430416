import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientWithFailed, openPage } from '../../dev/render-hook.ts'
import { NotificationList } from './notification-list.tsx'
import { EMPTY } from './texts.ts'

let page: ReturnType<typeof openPage>
beforeEach(() => {
  page = openPage()
})
afterEach(() => page.close())

it('a list that could not be read is not called empty', async () => {
  const client = await clientWithFailed('/api/notifications')
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <NotificationList className="" />
      </QueryClientProvider>,
    )
  expect(shown()).toContain('Try again')
  expect(shown()).not.toContain(EMPTY)
  client.setQueryData(['/api/notifications'], [])
  expect(shown()).toContain(EMPTY)
})
