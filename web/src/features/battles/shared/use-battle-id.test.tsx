import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Route, Router } from 'wouter'
import { useBattleId } from './use-battle-id.ts'

const Shown = () => useBattleId()

it('an address in upper case is the same battle, whose topic is in lower case', () => {
  const shown = renderToStaticMarkup(
    <Router ssrPath="/battles/ABCDEF01-2345-4789-8ABC-DEF012345678">
      <Route path="/battles/:id">
        <Shown />
      </Route>
    </Router>,
  )
  expect(shown).toBe('abcdef01-2345-4789-8abc-def012345678')
})
