import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { clientWithFailed, pageForEach } from '../../../dev/render-hook.ts'
import { ReminderButton } from './reminder-button.tsx'

pageForEach()

it('a reminder that could not be read is said so, with another try', async () => {
  const shown = async (...failed: string[]) =>
    renderToStaticMarkup(
      <QueryClientProvider client={await clientWithFailed(...failed)}>
        <ReminderButton battleId="1" />
      </QueryClientProvider>,
    )
  expect(await shown('/api/battles/1/reminder')).toContain('Try again')
  expect(await shown()).toContain('Notify me when it starts')
})
