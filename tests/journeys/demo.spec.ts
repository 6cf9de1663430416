import { challengeAccepter } from '../../tools/demo/accept-challenges.ts'
import { CrowdMember } from '../../tools/demo/crowd-member.ts'
import { personaAccount } from '../../tools/demo/persona-wallet.ts'
import { fighter } from './support/arena.ts'
import { startAs } from './support/person.ts'
import { type ClockServer, startClockServer } from './support/servers.ts'
import { expect, test } from './support/test.ts'

const STARTS_AT = Date.parse('2026-03-02T12:00:00Z')
const demoBattle = { startsInMinutes: 2, minutes: 3 }

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({ startAt: new Date(STARTS_AT).toISOString(), settings: { demoBattle } })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})

const after = (minutes: number) => new Date(STARTS_AT + minutes * 60_000).toISOString()

test('a newcomer’s own battle, from the challenge to its result within ten minutes [battles.demo-length] [battles.demo-accepts]', async ({
  page,
  browser,
}) => {
  const place = { url: server.url, rpcUrl: '', usdc: '0x', steeze: '0x' } as const
  for (const [name, purse] of [
    ['temi_codes', { ap: 500 }],
    ['leo_longread', { steeze: 20 }],
  ] as const) {
    const { request } = await browser.newContext()
    await fighter(server, request, name, purse, personaAccount(name))
  }

  await startAs(page, server.url, 'Bo')
  await page.goto(`${server.url}/battles`)
  await page.getByRole('button', { name: 'Create Battle' }).first().click()
  const form = page.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await form.getByLabel('Opponent').fill('temi_codes')
  await form.getByRole('button', { name: /temi_codes/ }).click()
  await expect(form.getByRole('radio', { name: '4 hours' })).toBeChecked()
  await form.getByRole('radio', { name: '3 minutes, demo' }).click()
  await expect(form.getByText('Starts 2 minutes after you send it and lasts 3.')).toBeVisible()
  await expect(form.getByLabel('Date')).toHaveCount(0)
  await form.getByLabel('Stake amount', { exact: true }).fill('50')
  await form.getByRole('button', { name: 'SEND BATTLE REQUEST' }).click()
  await expect(form).toHaveCount(0)
  // The message appears under the resting pointer, which must not keep it there.
  const sent = page.getByText('Battle request sent').first()
  await expect(sent).toBeVisible()
  await expect(sent).toBeHidden()

  expect(await challengeAccepter(place)()).toBe(1)
  const [battle] = await (await page.request.get(`${server.url}/api/battles/user`)).json()
  expect(battle).toMatchObject({ status: 'accepted', battleStartsAt: after(2), endsAt: after(5) })
  await page.goto(`${server.url}/battles/${battle.id}`)
  await expect(page.getByRole('heading', { name: 'Both stakes are in' })).toBeVisible()
  await expect(page.getByText(/^3\s*minutes$/)).toBeVisible()

  await server.setClock(after(2))
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  const leo = new CrowdMember(place, 'leo_longread')
  await leo.signIn()
  await leo.gift(battle.id, battle.challengerId, 3)
  await expect(page.getByRole('region', { name: 'Latest gifts' })).toContainText('leo_longread')
  await leo.comment(battle.id, 'Here we go')
  await leo.cheer(battle.id, battle.challengerId, 2)
  await expect(page.getByRole('log', { name: 'Comments' })).toContainText('leo_longread Here we go')

  await server.setClock(after(5))
  await expect(page.getByRole('heading', { name: 'You won' })).toBeVisible()
  const me = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(me).toMatchObject({ auraPoints: 150, availableAuraPoints: 150 })
})
