import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginPath } from './login-redirect.ts'

function destination(next: string): URL {
  const site = 'https://aura.example'
  const kept = new URL(loginPath(next), site).searchParams.get('next')
  return new URL(kept ?? '/', site)
}

describe('the login redirect', () => {
  it.each([
    ['/battles', '/?join=1&next=%2Fbattles'],
    ['/battles?tab=live#top', '/?join=1&next=%2Fbattles%3Ftab%3Dlive%23top'],
    ['/user/../leaderboard', '/?join=1&next=%2Fleaderboard'],
    ['/profile/a%2Fb', '/?join=1&next=%2Fprofile%2Fa%252Fb'],
  ])('keeps %s', (next, expected) => {
    expect(loginPath(next)).toBe(expected)
  })

  it.each([
    undefined,
    '/',
    'battles',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    // Browsers remove these segments, leaving two slashes.
    '/.//evil.example',
    '/a/%2e%2e//evil.example',
  ])('drops %j', (next) => {
    expect(loginPath(next)).toBe('/?join=1')
  })

  it('drops paths that are too long', () => {
    expect(loginPath(`/${'a'.repeat(499)}`)).not.toBe('/?join=1')
    expect(loginPath(`/${'a'.repeat(500)}`)).toBe('/?join=1')
  })

  it('never contains characters that break a header', () => {
    expect(loginPath('/a\r\nset-cookie: x=1')).toMatch(/^[\x21-\x7e]+$/)
    expect(loginPath('/a%0d%0aset-cookie:%20x=1')).toMatch(/^[\x21-\x7e]+$/)
  })

  it('never leads to another site, for any input', () => {
    const pieces = ['/', '//', '\\', '.', '..', '%2e', '%2f', '%5c', 'evil.example', ':', '@', '\t', '\n', 'a']
    const piece = fc.constantFrom(...pieces)
    const hostile = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string()), (next) => {
        expect(destination(next).origin).toBe('https://aura.example')
      }),
      { numRuns: 2_000 },
    )
  })
})
