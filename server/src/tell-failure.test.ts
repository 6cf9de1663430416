import { afterEach, expect, it, vi } from 'vitest'
import { tellFailure } from './tell-failure.ts'

afterEach(() => {
  process.exitCode = undefined
  vi.restoreAllMocks()
})

const told = (error: unknown): string => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  tellFailure(error)
  return String(write.mock.calls[0]?.[0])
}

it.each([
  ['EADDRINUSE', 'Port 80 is in use by another program. Set PORT to another one.\n'],
  ['EACCES', 'This user may not listen on port 80. Set PORT to 1024 or more.\n'],
  ['EADDRNOTAVAIL', 'This machine has no address 192.0.2.1. Set HOST to one of its own.\n'],
])('says in one sentence why a server could not listen: %s', (code, sentence) => {
  const error = Object.assign(new Error('listen'), { code, syscall: 'listen', address: '192.0.2.1', port: 80 })
  expect(told(error)).toBe(sentence)
})

it('shows where another failure with the same code came from', () => {
  const error = Object.assign(new Error('no rights'), { code: 'EACCES', syscall: 'open' })
  expect(told(error)).toMatch(/^Error: no rights\n +at /)
})
