import { joinAs } from './support/person.ts'
import { serverForAll } from './support/server-for.ts'
import { type Browser, expect, type Page, test } from './support/test.ts'

/** The demo wallet's first account, configured as admin. */
const ADA = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const DEE = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const CLEO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const server = serverForAll({
  startAt: '2026-03-02T12:00:00Z',
  settings: { adminWallets: [ADA.toLowerCase()] },
})
test.use({ timezoneId: 'UTC' })

const said = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text)

async function signIn(browser: Browser, account: string): Promise<Page> {
  const page = await (await browser.newContext({ timezoneId: 'UTC' })).newPage()
  await page.goto(server.url)
  await joinAs(page, account)
  return page
}

test('an admin keeps the whitelist [admin.text-title] [admin.text-add-form] [admin.text-check-form] [admin.text-has-access] [admin.text-list-title] [admin.row] [admin.text-active] [admin.text-empty] [admin.text-loading] [admin.check-add-blank] [admin.check-check-blank] [admin.text-added] [admin.text-removed] [admin.text-fetch-failed] [admin.text-add-failed] [admin.text-remove-failed] [admin.text-check-failed] [admin.reactivate] [admin.csv-in] [admin.text-no-access]', async ({
  browser,
}) => {
  const page = await signIn(browser, 'Ada')
  await page.getByRole('button', { name: 'Account menu' }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/whitelist?*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Beta Access Management' })).toBeVisible()
  await expect(page.getByText('Loading whitelist...')).toBeVisible()
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('heading', { name: 'No whitelisted wallets yet' })).toBeVisible()

  const form = page.getByRole('form', { name: 'Add Wallet' })
  const add = form.getByRole('button', { name: 'Add Wallet' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await form.getByLabel('Wallet address').fill('0x12')
  await add.click()
  await expect(form.getByText('Not a wallet address')).toBeVisible()
  await form.getByLabel('Wallet address').fill(`  ${CLEO.toLowerCase()}  `)
  await form.getByLabel('Note').fill('Cleo, a founding creator')
  await page.route('**/api/whitelist', (route) => route.fulfill({ status: 500, body: '{}' }))
  await add.click()
  await expect(said(page, 'Failed to add wallet')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await add.click()
  await expect(said(page, 'Wallet added to whitelist successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Whitelisted Wallets (1)' })).toBeVisible()
  const row = page.getByRole('list', { name: 'Whitelisted wallets' }).getByRole('listitem').first()
  await expect(row).toContainText(CLEO)
  await expect(row).toContainText('Cleo, a founding creator')
  await expect(row).toContainText('2 Mar 2026')
  await expect(row.getByText('Active', { exact: true })).toBeVisible()

  const check = page.getByRole('form', { name: 'Check Beta Access' })
  await expect(check.getByRole('button', { name: 'Check' })).toHaveAttribute('aria-disabled', 'true')
  await check.getByLabel('Wallet address').fill(CLEO)
  await page.route('**/api/beta-access/*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(said(page, 'Failed to check beta access')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  // With an open beta every wallet has access, so the response is changed.
  await page.route('**/api/beta-access/*', (route) => route.fulfill({ json: { hasAccess: false } }))
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByText('This wallet does not have beta access')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await check.getByRole('button', { name: 'Check' }).click()
  await expect(check.getByText('This wallet has beta access')).toBeVisible()

  const remove = row.getByRole('button', { name: `Remove ${CLEO}` })
  await remove.click()
  await expect(row.getByText('Remove this wallet? Its sessions end now.')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Keep' })).toBeFocused()
  await row.getByRole('button', { name: 'Keep' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await page.route('**/api/whitelist/0x*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(said(page, 'Failed to remove wallet')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await remove.click()
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(said(page, 'Wallet removed from whitelist successfully')).toBeVisible()
  await expect(row.getByText('Inactive')).toBeVisible()
  await row.getByRole('button', { name: `Activate ${CLEO} again` }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()

  const file = page.getByLabel('CSV file')
  const csv = (text: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await file.setInputFiles(csv(`${DEE},dee\nada,\n`))
  await expect(page.getByText('Line 2: ada is not a wallet address')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Whitelisted Wallets (1)' })).toBeVisible()
  await file.setInputFiles(csv(`${DEE},${'w'.repeat(200)}\n`))
  await expect(page.getByRole('heading', { name: 'Whitelisted Wallets (2)' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('aura-whitelist.csv')

  await page.route('**/api/whitelist?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByLabel('Search address or note').fill('cleo')
  await expect(said(page, 'Failed to fetch whitelist')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a suspension shows at once on the pages a user has open, and so does its end [admin.suspend] [access.removed-owner-session]', async ({
  browser,
}) => {
  const bo = await signIn(browser, 'Bo')
  const { username, id } = await (await bo.request.get(`${server.url}/api/auth/user`)).json()
  const ada = await signIn(browser, 'Ada')
  await ada.goto(`${server.url}/admin/people`)
  await ada.getByLabel('Search name, X handle, wallet or id').fill(id)
  const people = ada.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(people).toHaveCount(1)
  await people.getByRole('button', { name: `Suspend: ${username}` }).click()
  const dialog = ada.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(dialog.getByText('Give a reason. It will be shown.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Two accounts of one person.')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(people.getByText('Suspended', { exact: true })).toBeVisible()

  const notice = bo.getByRole('region', { name: 'Account suspended' })
  await expect(notice.getByText('Reason: Two accounts of one person.')).toBeVisible()
  await expect(bo.getByRole('heading', { name: 'This page is unavailable for now' })).toBeVisible()
  await notice.getByRole('link', { name: 'Redeem Steeze' }).click()
  await expect(bo.getByRole('heading', { name: 'STEEZE RECHARGE' })).toBeVisible()
  await ada.getByRole('button', { name: `Lift suspension: ${username}` }).click()
  await dialog.getByLabel('Reason').fill('It was a mistake')
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(notice).toBeHidden()
})
