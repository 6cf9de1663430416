import { describe, expect, it } from 'vitest'
import { withPageShape } from './page-shape.ts'

const PAGE = '<body><div id="root"></div></body>'
const PREVIEW = { title: '<bo> & co', description: 'Vader, $& 12 Aura Points.' }

describe('withPageShape', () => {
  it('prefers a screen’s own words', () => {
    const shape = withPageShape(PAGE, { title: 'Leaderboard', about: 'Who has learned the most.' }, PREVIEW)
    expect(shape).toContain('<p class="h1">Leaderboard</p><p>Who has learned the most.</p>')
    expect(shape).not.toContain('Vader')
  })

  it('else takes those of the link preview, as text', () => {
    const shape = withPageShape(PAGE, { title: 'Profile', about: undefined }, PREVIEW)
    expect(shape).toBe(
      '<body><div id="root"><div class="shape page" aria-busy="true">' +
        '<p class="h1">&lt;bo&gt; &amp; co</p><p>Vader, $&amp; 12 Aura Points.</p></div></div></body>',
    )
  })

  it('else shows the title alone', () => {
    expect(withPageShape(PAGE, { title: 'Settings', about: undefined })).toContain('<p class="h1">Settings</p></div>')
  })
})
