import { describe, expect, it } from 'vitest'
import { paths, safeNext } from './paths.ts'

const ORIGIN = 'https://aura.test'

describe('safeNext', () => {
  it('keeps a path of this site with its query and fragment', () => {
    expect(safeNext('/battles/7?tab=live#top', ORIGIN)).toBe('/battles/7?tab=live#top')
  })

  it.each([
    null,
    '',
    'battles',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    '/api/auth/logout',
    '/x/../api/auth/logout',
    '/api',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test',
  ])('refuses %j', (next) => {
    expect(safeNext(next, ORIGIN)).toBeNull()
  })
})

describe('paths.join', () => {
  it('carries where to go on to', () => {
    expect(paths.join('/battles?tab=live')).toBe('/?join=1&next=%2Fbattles%3Ftab%3Dlive')
    expect(paths.join('/')).toBe('/?join=1')
    expect(paths.join()).toBe('/?join=1')
  })
})
