import { expect, it } from 'vitest'
import { markupOf } from '../../../dev/markup.tsx'
import { clientWithFailed, pageForEach } from '../../../dev/render-hook.ts'
import { ReminderButton } from './reminder-button.tsx'

pageForEach()

it('a reminder that could not be read is said so, with another try', async () => {
  const shown = async (...failed: string[]) =>
    markupOf(<ReminderButton battleId="1" />, { client: await clientWithFailed(...failed) })
  expect(await shown('/api/battles/1/reminder')).toContain('Try again')
  expect(await shown()).toContain('Notify me when it starts')
})
