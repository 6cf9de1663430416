import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import parts from './parts.tsx'

it('names everyone who can mute in the guide [battles.comments-mute]', () => {
  expect(renderToStaticMarkup(parts.guide)).toContain(
    'Both participants and the admins can mute someone for that battle',
  )
})
