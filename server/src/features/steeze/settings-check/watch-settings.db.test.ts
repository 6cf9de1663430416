import { expect, it } from 'vitest'
import { admin } from '../../../../../tests/server/actors/admins.ts'
import { testApp } from '../../../../../tests/server/test-app.ts'
import { steezeContract } from '../steeze-contract.ts'
import { SettingsGuard } from './settings-guard.ts'
import { registerSettings, settingsWatch } from './watch-settings.ts'

it('checks until the network confirms the settings, and reports a mismatch to the log, /metrics and admins', async () => {
  const test = await testApp()
  const { ctx, app } = test
  const logged: string[] = []
  const hear = (level: string) => (_facts: object, message: string) => void logged.push(`${level}: ${message}`)
  const guard = new SettingsGuard({ ...ctx, contracts: [steezeContract] }, ctx.signer?.address ?? null)
  const own = { ...ctx, settingsGuard: guard }
  const watch = settingsWatch(own, { log: { info: hear('info'), warn: hear('warn'), error: hear('error') } })
  registerSettings(app.metrics, own)
  const look = async () => {
    ctx.clock.advance({ minutes: 6 })
    await watch?.runBatch()
    return /^chain_settings_confirmed (.*)$/m.exec((await app.inject({ url: '/metrics' })).body)?.[1]
  }
  const ada = await admin(test)
  const titles = async () => (await ada.call('GET /api/notifications')).map(({ title }) => title)

  ctx.chain.isReachable = false
  expect([await look(), await look()]).toEqual(['0', '0'])
  expect(logged).toEqual(['warn: the network has not confirmed the settings; nothing is signed until it does'])
  ctx.chain.isReachable = true
  ctx.chain.madeWith = `0x${'9'.repeat(40)}`
  expect([await look(), await look()]).toEqual(['-1', '-1'])
  expect(logged.splice(0).slice(1)).toEqual(['error: the network contradicts the settings; nothing is signed'])
  expect((await titles()).filter((title) => title === 'Redeeming has stopped')).toHaveLength(1)
  ctx.chain.madeWith = null
  expect([await look(), await look()]).toEqual(['1', '1'])
  expect(logged).toEqual(['info: the network confirms the settings'])
  await test.close()
})
