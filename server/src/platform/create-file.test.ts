import { linkSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { createFile } from './create-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-create-'))
})

const refusing = (code: string) => () => {
  throw Object.assign(new Error(`${code}: link`), { code })
}

it.each([
  ['with hard links', linkSync],
  ['where the system allows none', refusing('EPERM')],
  ['where the file system has none', refusing('ENOTSUP')],
])('creates a file once, %s', (_where, link) => {
  const path = join(folder, 'keys')
  expect(createFile(path, 'first', { mode: 0o600, link })).toBe(true)
  expect(createFile(path, 'second', { link })).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['keys'])
})

it('passes on what else fails, and leaves nothing', () => {
  expect(() => createFile(join(folder, 'keys'), 'first', { link: refusing('EIO') })).toThrow('EIO')
  expect(readdirSync(folder)).toEqual([])
})
