import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { logOut, toDashboard } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })

const join = (page: Page) => page.getByRole('dialog', { name: /^(Join Aura|Welcome back)/ })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const social = (page: Page) => page.getByRole('region', { name: 'Social Connections' })
const me = async (page: Page) => (await page.request.get(`${server.url}/api/auth/user`)).json()

async function atIssuer(page: Page, name: string, button = 'Authorize Aura'): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sandbox ID' })).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: button }).click()
}

test('a stranger joins with an OpenID issuer, connects X, and can then do without the issuer [access.provider-sign-in] [access.provider-offer] [access.provider-disconnect]', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto(`${server.url}/?join=1`)
  await join(page).getByRole('link', { name: 'Continue with Sandbox ID' }).click()
  await atIssuer(page, '', 'Deny')
  await expect(join(page)).toContainText('You didn’t allow it on Sandbox ID. Nothing changed.')
  await join(page).getByRole('link', { name: 'Continue with Sandbox ID' }).click()
  await atIssuer(page, 'ada_lovelace')
  await toDashboard(page)
  expect(new URL(page.url()).search).toBe('')
  const { id, username } = await me(page)
  expect(username).not.toContain('ada')

  await page.goto(`${server.url}/settings`)
  await expect(social(page)).toContainText('Connected as ada_lovelace')
  await social(page).getByRole('button', { name: 'Disconnect Sandbox ID account ada_lovelace' }).click()
  await expect(messages(page)).toContainText('the only way to sign in')
  await social(page).getByRole('link', { name: 'Connect X Account' }).click()
  await page.getByLabel('Handle on X').fill('ada_on_x')
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
  await expect(messages(page)).toContainText('X Connected')
  await checkVisualsAndA11y(page, 'settings-linked-accounts')
  await social(page).getByRole('button', { name: 'Disconnect Sandbox ID account ada_lovelace' }).click()
  await expect(messages(page)).toContainText('Sandbox ID account disconnected successfully!')
  await expect(social(page).getByRole('link', { name: 'Connect Sandbox ID Account' })).toBeVisible()

  // An outcome whose code doesn't load is said after a reload.
  await page.route('**/assets/outcome-*', (route) => route.abort())
  await page.goto(`${server.url}/settings?x=taken`)
  await expect(messages(page)).toContainText('This part didn’t load')
  await page.unroute('**/assets/outcome-*')
  await page.reload()
  await expect(messages(page)).toContainText('belongs to another Aura account')

  await logOut(page)
  await page.goto(`${server.url}/?join=1`)
  await join(page).getByRole('link', { name: 'Connect with X' }).click()
  await page.getByLabel('Handle on X').fill('ada_on_x')
  await page.getByRole('button', { name: 'Authorize Aura' }).click()
  await toDashboard(page)
  expect((await me(page)).id).toBe(id)
})

test('with many ways in, all but the first are folded away, and open by keyboard [access.provider-offer]', async ({
  page,
}) => {
  const names = {
    google: 'Google',
    twitch: 'Twitch',
    youtube: 'YouTube',
    kick: 'Kick',
    club: 'A club with a long name',
  }
  await page.route('**/api/config', async (route) => {
    const config = await (await route.fetch()).json()
    const more = Object.entries(names).map(([id, name]) => ({ id, name, isChannel: false }))
    await route.fulfill({ json: { ...config, providers: [config.providers[0], ...more] } })
  })
  await page.goto(`${server.url}/?join=1`)
  await expect(join(page).getByRole('link', { name: 'Connect with X' })).toBeVisible()
  await expect(join(page).getByRole('link', { name: 'Continue with Twitch' })).toBeHidden()
  await join(page).getByText('More ways in').focus()
  await page.keyboard.press('Enter')
  for (const name of Object.values(names))
    await expect(join(page).getByRole('link', { name: `Continue with ${name}` })).toBeVisible()
  await checkVisualsAndA11y(page, 'join-more-ways-in')
})
