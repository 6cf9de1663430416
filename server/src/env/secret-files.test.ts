import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faults, readLocal } from '../../../tests/server/online-env.ts'
import { Environment } from './environment.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'aura-secrets-'))

const HASH_KEY = 'a secret of more than thirty-two characters'
let files = 0

function fileOf(text: string): string {
  const path = join(folder, `secret-${++files}`)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  it.each([
    ['as it stands', HASH_KEY],
    ['without the line end', `${HASH_KEY}\n`],
    ['without the line end of Windows', `${HASH_KEY}\r\n`],
  ])('is read %s', (_how, text) => {
    expect(readLocal({ HASH_KEY_FILE: fileOf(text) }).settings.hashKey).toBe(HASH_KEY)
  })

  it('keeps every other character, spaces too', () => {
    expect(readSecretFiles({ X_CLIENT_SECRET_FILE: fileOf(' a b \n\n') }).env.X_CLIENT_SECRET).toBe(' a b \n')
  })

  it('is validated like the setting', () => {
    expect(faults({ HASH_KEY_FILE: fileOf('short') })).toEqual(['HASH_KEY: must be at least 32 characters'])
  })

  it('is not needed: an empty name means none', () => {
    expect(readLocal({ HASH_KEY, HASH_KEY_FILE: '' }).settings.hashKey).toBe(HASH_KEY)
    expect(readLocal({ HASH_KEY: '', HASH_KEY_FILE: fileOf(HASH_KEY) }).settings.hashKey).toBe(HASH_KEY)
  })

  it('serves any setting that is secret', () => {
    const env = Object.fromEntries(SECRET_SETTINGS.map((name) => [`${name}_FILE`, fileOf(`value of ${name}`)]))
    const { env: read, faults: none } = readSecretFiles(env)
    expect(SECRET_SETTINGS.map((name) => read[name])).toEqual(SECRET_SETTINGS.map((name) => `value of ${name}`))
    expect(none.size).toBe(0)
  })

  it('leaves no key or secret out', () => {
    const secret = /AUTH_PROVIDERS|KEY|SECRET|TOKEN|DATABASE_(?:DIRECT_|READ_)?URL|NATS_URL|RPC_URLS/
    const names = Object.keys(Environment.shape).filter((name) => secret.test(name))
    const isPublic = ['VAPID_PUBLIC_KEY', 'USDC_TOKEN', 'X_TOKEN_URL']
    expect(names.filter((name) => !isPublic.includes(name)).toSorted()).toEqual([...SECRET_SETTINGS].toSorted())
  })
})

describe('a file is refused', () => {
  it('beside the setting itself', () => {
    expect(faults({ HASH_KEY, HASH_KEY_FILE: fileOf(HASH_KEY) })).toEqual([
      'HASH_KEY_FILE: set it or HASH_KEY, not both',
    ])
  })

  it.each(['', '\n', '  \n'])('when it is empty: %j', (text) => {
    const path = fileOf(text)
    expect(faults({ HASH_KEY_FILE: path })).toEqual([`HASH_KEY_FILE: ${path} is empty`])
  })

  it('when it is missing or a folder, and only for that reason', () => {
    const online = faults({ CHAIN: 'base', HASH_KEY_FILE: join(folder, 'none'), METRICS_TOKEN_FILE: folder })
    expect(online.filter((line) => /^(HASH_KEY|METRICS_TOKEN)/.test(line))).toEqual([
      `HASH_KEY_FILE: can't read ${join(folder, 'none')}: there is no such file`,
      `METRICS_TOKEN_FILE: can't read ${folder}: it is a folder`,
    ])
    expect(online).toContainEqual(expect.stringMatching(/^RPC_URLS: CHAIN=base needs/))
  })
})
