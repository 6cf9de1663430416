import { labRun } from '../../server/actors/learning.ts'
import { checkVisualsAndA11y } from '../support/check-visuals-and-a11y.ts'
import { pressWithTab } from '../support/keyboard.ts'
import { learnByCalls, logOut, startAs } from '../support/person.ts'
import { serverForAll } from '../support/server-for.ts'
import { endReviewLab, judgeReviewLab, reviewAtLab } from '../support/states/reviews.ts'
import { expect, type Page, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })

const LESSON = 'signing-in-with-a-wallet'

const savedRuns = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('aura:lab:')))

test('a lab is solved by keyboard alone, offline from its middle on, and counts once the network is back [learning.lab-keyboard] [learning.lab-offline]', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await startAs(page, server.url, 'Ada')
  const labScripts = () => scripts.filter((url) => /lab|triage/.test(url.split('/').at(-1) ?? ''))
  expect(labScripts()).toEqual([])

  await pressWithTab(page, page.getByRole('button', { name: 'Build Aura: Signing in' }))
  const dialog = page.getByRole('dialog')
  await pressWithTab(page, dialog.getByRole('button', { name: 'Open the Lab' }))
  await expect(dialog.getByText('Your goal.')).toBeVisible()
  expect(labScripts().join()).toContain('lab.worker')
  await checkVisualsAndA11y(page, 'lab')

  const lab = await (await page.request.get(`${server.url}/api/lessons/${LESSON}/lab`)).json()
  const { actions } = JSON.parse(await labRun(lab))
  const answered = dialog.getByRole('definition').filter({ hasText: ' of 6' })
  for (const [at, action] of actions.entries()) {
    if (at === 3) await context.setOffline(true)
    await expect(answered).toHaveText(`${at % 6} of 6`)
    await pressWithTab(page, dialog.getByRole('button', { name: action.do === 'approve' ? 'Confirm' : 'Reject' }))
  }
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(dialog.getByText('You are offline.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Take Knowledge Check' })).toBeHidden()

  await context.setOffline(false)
  await expect(dialog.getByText('Checked and saved.')).toBeVisible()
  expect(await savedRuns(page)).toEqual([])
  await pressWithTab(page, dialog.getByRole('button', { name: 'Take Knowledge Check' }))
  await expect(dialog.getByRole('button', { name: 'Submit Answer' })).toBeVisible()
})

test('a trap is said in words and survives a reload, the lab starts over, and logging out forgets it [learning.lab-traps] [learning.lab-forgotten] [learning.lab-attempt]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startAs(page, server.url, 'Bo')
  await page.getByRole('button', { name: 'Build Aura: Signing in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Open the Lab' }).click()
  const reject = dialog.getByRole('button', { name: 'Reject' })
  const trapped = dialog.getByText('That went wrong')
  await expect(reject).toBeVisible()
  for (let at = 1; !(await trapped.isVisible()); at++) {
    // A quick second click at the same place would count as a double click, which reaches one request only.
    await reject.press('Enter')
    await expect(trapped.or(dialog.getByText(`${at} of 6`)).first()).toBeVisible()
  }
  await expect(dialog.getByText('You rejected a real sign-in.')).toBeVisible()
  // The moves survive a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Build Aura: Signing in' }).click()
  await dialog.getByRole('button', { name: 'Open the Lab' }).click()
  await expect(trapped).toBeVisible()
  const next = page.waitForResponse((reply) => reply.url().endsWith(`/lessons/${LESSON}/lab?attempt=1`))
  await dialog.getByRole('button', { name: 'Start Over' }).click()
  expect((await next).ok()).toBe(true)
  await expect(dialog.getByText('0 of 6')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Take Knowledge Check' })).toBeHidden()
  await reject.click()
  // The run, and the number of its attempt.
  await expect.poll(() => savedRuns(page)).toHaveLength(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 1_440, height: 900 })
  await logOut(page)
  expect(await savedRuns(page)).toEqual([])
})

test('a solved run is checked again when the server is busy and starts over when it is refused [learning.lab-busy] [learning.lab-limits]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Cleo')
  await page.getByRole('button', { name: 'Build Aura: Signing in' }).click()
  const dialog = page.getByRole('dialog')
  const failures = [
    { status: 422, json: { code: 'LAB_REFUSED', message: 'Too many steps', requestId: 'e2e' } },
    { status: 503, json: { code: 'LAB_BUSY', message: 'Your steps are kept', requestId: 'e2e' } },
  ]
  await page.route(`**/api/lessons/${LESSON}/lab`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill(failures.pop()),
  )
  const lab = await (await page.request.get(`${server.url}/api/lessons/${LESSON}/lab`)).json()
  await dialog.getByRole('button', { name: 'Open the Lab' }).click()
  for (const [at, action] of JSON.parse(await labRun(lab)).actions.entries()) {
    await expect(dialog.getByRole('definition').filter({ hasText: `${at % 6} of 6` })).toBeVisible()
    await dialog.getByRole('button', { name: action.do === 'approve' ? 'Confirm' : 'Reject' }).press('Enter')
  }
  await expect(dialog.getByText('Your steps are kept')).toBeVisible()
  await dialog.getByRole('button', { name: 'Check Again' }).click()
  await expect(dialog.getByText('Too many steps')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Start Over' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Start Over' }).click()
  await expect(dialog.getByText('0 of 6')).toBeVisible()
  await expect(dialog.getByText('Too many steps')).toBeHidden()
})

test('a review’s lab waits for a busy server and for the network, and keeps the focus [learning.lab-review-busy]', async ({
  page,
  context,
}) => {
  await startAs(page, server.url, 'Esi')
  await page.route('**/api/review', (route) => route.fulfill({ json: reviewAtLab }))
  await page.reload()
  await endReviewLab(page, 'busy')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Your steps are kept')).toBeVisible()
  const again = dialog.getByRole('button', { name: 'Check Again' })
  await pressWithTab(page, again)
  await expect(again).toBeFocused()
  await expect(dialog.getByText('Your steps are kept')).toBeVisible()

  await context.setOffline(true)
  await expect(dialog.getByText('You are offline.')).toBeVisible()
  await expect(again).toBeFocused()
  await dialog.getByRole('button', { name: 'Answer a Question Instead' }).click()
  await expect(page.getByText('The review could not go on.')).toBeVisible()
  expect(await savedRuns(page)).toHaveLength(1)

  await context.setOffline(false)
  await expect(dialog.getByText('Your steps are kept')).toBeVisible()
  await judgeReviewLab(page, 'solved')
  await pressWithTab(page, again)
  await expect(dialog.getByText('Checked and saved.')).toBeFocused()
  expect(await savedRuns(page)).toEqual([])
})

test('a lab that is done can be played again from its lesson, and again with other numbers [learning.lab-today]', async ({
  page,
}) => {
  await startAs(page, server.url, 'Dmitri')
  const status = async () => (await page.request.get(`${server.url}/api/lessons/${LESSON}/status`)).json()
  while (!(await status()).completed) await learnByCalls(page, server.url)
  const [lab, again] = await Promise.all(
    ['', '?attempt=1'].map(async (query) =>
      (await page.request.get(`${server.url}/api/lessons/${LESSON}/lab${query}`)).json(),
    ),
  )
  expect(lab.done).toBe(true)
  await page.goto(`${server.url}/lessons/${LESSON}`)
  await page.getByRole('button', { name: 'Play the Lab Again' }).click()
  for (const run of [lab, again]) {
    for (const action of JSON.parse(await labRun(run)).actions) {
      await page.getByRole('button', { name: action.do === 'approve' ? 'Confirm' : 'Reject' }).press('Enter')
      await expect(page.getByRole('region', { name: 'Lab', exact: true }).locator('[aria-busy]')).toHaveAttribute(
        'aria-busy',
        'false',
      )
    }
    await expect(page.getByText('Goal reached.')).toBeVisible()
    await page.getByRole('button', { name: 'Play Again' }).click()
    await expect(page.getByText('0 of 6')).toBeVisible()
  }
  const { id } = await (await page.request.get(`${server.url}/api/auth/user`)).json()
  expect(await savedRuns(page)).toEqual([`aura:lab:attempt:${id}:${LESSON}`])
})
