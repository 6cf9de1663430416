import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environmentOf, readUnit } from './systemctl.ts'

const AURA = readFileSync(join(import.meta.dirname, '../../deploy/aura.service'), 'utf8')

it('reads of a unit what it starts, and with which settings', () => {
  const unit = readUnit([AURA])
  expect(unit.get('ExecStart')).toEqual(['node server/src/main.ts'])
  expect(unit.get('LoadCredential')).toContain('hash-key:/etc/aura/secrets/hash-key')
  expect(unit.has('Description')).toBe(false)
  const files = { '/etc/aura/aura.env': '# A comment\nCHAIN=base\nPORT=4000\n' } as Record<string, string>
  const settings = environmentOf(unit, '/run/credentials/aura.service', (file) => files[file] ?? '')
  // A settings file overrides the unit's own values.
  expect(settings).toMatchObject({ CHAIN: 'base', PORT: '4000', DATA_DIR: '/var/lib/aura' })
  expect(settings.HASH_KEY_FILE).toBe('/run/credentials/aura.service/hash-key')
})

it('adds drop-ins, in which an empty value takes back those before it', () => {
  const unit = readUnit([
    '[Service]\nEnvironment=A=1 B=2\nExecStart=old',
    '[Service]\nEnvironment=C=3\nExecStart=\nExecStart=new',
  ])
  expect(environmentOf(unit, '', () => '')).toEqual({ A: '1', B: '2', C: '3' })
  expect(unit.get('ExecStart')).toEqual(['new'])
})
