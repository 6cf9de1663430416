import { expect, it, vi } from 'vitest'
import { pageForEach } from '../../dev/render-hook.ts'

const page = pageForEach()

it('keeps a lesson under one key until a response comes, and then asks anew [learning.trial-pays-once]', async () => {
  const { keepPassedTrial } = await import('./keep-passed-trial.ts')
  vi.stubGlobal('dispatchEvent', () => true)
  Object.assign(document, { cookie: 'aura_trial_passed=1' })
  const keys: string[] = []
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    // The server replays the lost response and leaves the cookie.
    () => Response.json({ outcome: 'claimed', title: 'Wallets', auraEarned: 40, newStreak: 1 }),
    () => Response.json({ outcome: 'today', title: 'Wallets', auraEarned: 40, newStreak: 1 }),
  ]
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'] ?? '')
    return answers[keys.length - 1]?.()
  })
  const client = await page.newClient()
  await expect(keepPassedTrial(client, '/')).rejects.toThrow()
  await keepPassedTrial(client, '/learn')
  await keepPassedTrial(client, '/battles')
  expect(keys[0]).toMatch(/.{10}/)
  expect(keys.map((key) => key === keys[0])).toEqual([true, true, false])
})
