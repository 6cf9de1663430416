import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ViewerTimeZone } from '#lib/time/times'
import { HeldNote } from './held-note.tsx'

it('says until when Steeze is held that no wallet withdrew, by the viewer’s clock', () => {
  const deadline = Date.parse('2026-03-02T12:10:00Z') / 1_000
  const note = renderToStaticMarkup(
    <ViewerTimeZone value="Africa/Lagos">
      <HeldNote deadline={deadline} />
    </ViewerTimeZone>,
  )
  expect(note).toContain('they return to your balance soon after 13:10, and you wait an hour or longer')
})
