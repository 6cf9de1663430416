import { LOCAL_PAGES, PAGES } from '@aura/api/pages'
import { expect, it } from 'vitest'
import { screens } from './features.ts'

it('the server knows every page there is, and no other', () => {
  const pathsOf = (isLocal: boolean) =>
    screens.filter(({ localOnly = false }) => localOnly === isLocal).map(({ path }) => path)
  expect([...PAGES].sort()).toEqual(pathsOf(false).sort())
  expect([...LOCAL_PAGES].sort()).toEqual(pathsOf(true).sort())
})
