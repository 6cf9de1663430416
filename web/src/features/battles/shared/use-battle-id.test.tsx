import { expect, it } from 'vitest'
import { Route } from 'wouter'
import { markupOf } from '../../../dev/markup.tsx'
import { useBattleId } from './use-battle-id.ts'

const Shown = () => useBattleId()

it('an address in upper case is the same battle, whose topic is in lower case', () => {
  const path = '/battles/ABCDEF01-2345-4789-8ABC-DEF012345678'
  const screen = <Route path="/battles/:id" component={Shown} />
  expect(markupOf(screen, { path })).toBe('abcdef01-2345-4789-8abc-def012345678')
})
