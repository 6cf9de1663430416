import { expect, it } from 'vitest'
import { welcome } from './welcome.ts'

it('names the demo wallet on a local network only', () => {
  const [local, online] = [welcome('http://localhost:3000', true), welcome('https://aura.example', false)]
  expect(local).toContain('Aura is running: http://localhost:3000')
  expect(local).toContain('Aura Demo Wallet')
  expect(online).toContain('Aura is running: https://aura.example')
  expect(online).not.toMatch(/demo|any handle/i)
})
