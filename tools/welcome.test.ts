import { expect, it } from 'vitest'
import { welcome, whyNoDemo } from './welcome.ts'

it('names the demo wallet on a local network only', () => {
  const local = welcome('http://localhost:3000', { isLocal: true, isXSandbox: true })
  const online = welcome('https://aura.example', { isLocal: false, isXSandbox: false })
  expect(local).toContain('Aura is running: http://localhost:3000')
  expect(local).toContain('Aura Demo Wallet')
  expect(local).toContain('any handle')
  expect(online).toContain('Aura is running: https://aura.example')
  expect(online).not.toMatch(/demo|any handle/i)
})

it('promises any handle only where the sandbox plays X', () => {
  const local = welcome('http://localhost:3000', { isLocal: true, isXSandbox: false })
  expect(local).toContain('choose "Aura Demo Wallet".')
  expect(local).not.toMatch(/any handle/i)
})

it('says why there is no demo', () => {
  expect([whyNoDemo(true), whyNoDemo(false)]).toEqual(['none, DEMO_DATA is off', 'none, it is for CHAIN=local only'])
})
