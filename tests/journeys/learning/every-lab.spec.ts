import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Lab } from '@aura/api/calls/lessons/lab'
import { solutions } from '../../../lab/solutions/index.ts'
import { playRounds } from '../../../lab/solutions/solution.ts'
import { loadKind } from '../../../lab/src/kinds/index.ts'
import { type Prompt, promptOf } from '../../../lab/src/prompt/prompt.ts'
import { Session } from '../../../lab/src/session.ts'
import type { Action } from '../../../lab/src/transcript.ts'
import { type LabView, viewOf } from '../../../web/src/features/lessons/lab/lab-view.ts'
import { DOUBLE_CLICK_MS } from '../../../web/src/lib/second-press.ts'
import { joinByCalls } from '../support/by-calls.ts'
import { checkVisualsAndA11y, sidewaysScroll } from '../support/check-visuals-and-a11y.ts'
import { pressWithTab } from '../support/keyboard.ts'
import { serverForAll } from '../support/server-for.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

const content = join(import.meta.dirname, '../../../content/lessons')
/** Gzipped bytes of all code a lab loads, its kind included. */
const MAX_GZIPPED = 110_000
/** The page loads these ahead, even if no lab is opened. */
const AHEAD = /celebration-dialog|note-popover/
/** A lesson offered on the first day that has a lab, which is replaced by those of the other lessons. */
const HOST = 'first-transfer'
/** Longer than the page keeps an unused response. */
const FORGOTTEN_MS = 6 * 60_000
/** Kinds with choices and amounts to type. */
const BY_KEYBOARD = ['transfer', 'pool-swap']

const lessonOfKind = new Map(
  globSync('*/lab.json', { cwd: content })
    .sort()
    .reverse()
    .map((file) => [JSON.parse(readFileSync(join(content, file), 'utf8')).kind as string, dirname(file)]),
)

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z', settings: { lessonsDir: content } })
test.use({ viewport: { width: 390, height: 844 } })

/** Returns the form of a request or move that the action means, among forms of the same name. */
function formOf(dialog: Locator, view: LabView, action: Action): Locator {
  if (action.do === 'move') {
    const label = view.moves.find(({ name }) => name === action.move)?.label ?? ''
    return among(
      view.moves,
      ({ label: other }) => other === label,
      action.move,
      (nth) => dialog.getByRole('form', { name: label, exact: true }).nth(nth),
    )
  }
  const request = view.requests.find(({ name }) => name === action.request)
  return among(
    view.requests,
    ({ from, title }) => from === request?.from && title === request.title,
    action.request,
    (nth) => dialog.getByRole('region', { name: `${request?.title}, asked by ${request?.from}`, exact: true }).nth(nth),
  )
}

function among<T extends { name: string }>(
  all: readonly T[],
  isAlike: (one: T) => boolean,
  name: string,
  locate: (nth: number) => Locator,
): Locator {
  return locate(all.filter(isAlike).findIndex((one) => one.name === name))
}

interface Performed {
  view: LabView
  action: Action
  /** What the wallet shows before it. */
  prompt: Prompt | undefined
  byKeyboard: boolean
}

/** Fills in the action's values, presses its button, and confirms what the wallet shows. */
async function perform(page: Page, form: Locator, { view, action, prompt, byKeyboard }: Performed): Promise<void> {
  for (const [name, text] of Object.entries(('input' in action && action.input) || {})) {
    const input = form.locator(`input[name="${name}"]`)
    if ((await input.first().getAttribute('type')) === 'radio') {
      const option = form.locator(`input[name="${name}"][value="${text}"]`)
      if (byKeyboard) await chooseWithArrows(page, input, option)
      else {
        await pauseAsPersons(page)
        await option.check()
      }
    } else if (byKeyboard) {
      await pressWithTab(page, input, 'Control+a')
      await page.keyboard.type(text)
    } else await input.fill(text)
  }
  const label =
    action.do === 'move'
      ? (view.moves.find(({ name }) => name === action.move)?.submit ?? '')
      : { approve: 'Confirm', reject: 'Reject' }[action.do]
  if (prompt && action.do === 'approve') await expect(form.getByText('Estimated changes')).toBeVisible()
  const press = async (button: Locator) => {
    if (byKeyboard) return pressWithTab(page, button)
    await pauseAsPersons(page)
    return button.click()
  }
  await press(form.getByRole('button', { name: label, exact: true }))
  if (prompt && action.do === 'move') {
    const shown = page.getByRole('dialog').getByRole('region', { name: titleOf(prompt), exact: true })
    await expect(shown.getByRole('heading', { name: titleOf(prompt) })).toBeFocused()
    await press(shown.getByRole('button', { name: 'Confirm' }))
  }
}

/** Passes the time in which a press at the place of the last one, on something else, counts as a double click. */
const pauseAsPersons = (page: Page): Promise<void> => page.clock.fastForward(DOUBLE_CLICK_MS)

const titleOf = ({ parts }: Prompt): string =>
  parts.length === 1 ? (parts[0]?.title ?? '') : `${parts.length} requests in one`

async function chooseWithArrows(page: Page, group: Locator, option: Locator): Promise<void> {
  await pressWithTab(page, group, 'Space')
  for (let steps = await group.count(); steps > 0 && !(await option.isChecked()); steps--) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(option).toBeChecked()
}

/** Plays the reference solution through the panel; a separate chain computes what must be shown after each action. */
async function play(page: Page, { kind, parameters, seed }: Lab, byKeyboard: boolean): Promise<void> {
  const dialog = page.getByRole('dialog')
  const session = await Session.open(await loadKind(kind), seed as `0x${string}`, parameters)
  let view = await viewOf(session, undefined)
  const reference = solutions[kind]?.reference
  if (!reference) throw new Error(`${kind} has no reference`)
  await expect(dialog.getByText(view.goal)).toBeVisible()
  expect(await sidewaysScroll(page), `${kind} scrolls sideways`).toBeLessThanOrEqual(0)
  for await (const action of playRounds(reference, session)) {
    const prompt = await promptOf(session, action)
    await perform(page, formOf(dialog, view, action), { view, action, prompt, byKeyboard })
    view = await viewOf(session, await session.act(action))
    const wallet = dialog.getByRole('region', { name: 'Practice wallet' })
    const lines = view.rows.map(({ label, value }) => label + value).join('')
    if (lines) await expect(wallet.locator('dl').first(), `${kind} after ${JSON.stringify(action)}`).toHaveText(lines)
    await expect(dialog.locator('[aria-busy]')).toHaveAttribute('aria-busy', 'false')
  }
  await expect(dialog.getByText('Checked and saved.'), kind).toBeVisible()
  expect(await sidewaysScroll(page), `${kind}, solved, scrolls sideways`).toBeLessThanOrEqual(0)
}

/** Returns the scripts the page loaded, without its workers' imports. */
async function scriptsOfPage(page: Page, scripts: Iterable<string>): Promise<string[]> {
  const byPage = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return [...scripts].filter((url) => byPage.includes(url))
}

// A journey has a time limit, so the labs are split.
const PARTS = 3
// The host comes last: once its own lab is solved, it isn't offered again.
const kinds = [...lessonOfKind].sort(([, one], [, other]) => Number(one === HOST) - Number(other === HOST))
const parts = Array.from({ length: PARTS }, (_, part) => kinds.filter((_, index) => index % PARTS === part))

for (const [part, kinds] of parts.entries()) {
  test(`every kind of lab is solved through the panel, on a phone and two by keyboard alone, and none weighs too much, part ${part + 1} of ${PARTS} [learning.lab-kinds]`, async ({
    page,
  }) => {
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script' && !AHEAD.test(request.url())) scripts.add(request.url())
    })
    let lesson = ''
    await page.route(`**/api/lessons/${HOST}/lab`, async (route) => {
      const url = `${server.url}/api/lessons/${lesson}/lab`
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await page.clock.install()
    await joinByCalls(page.request, server.url)
    await server.beginChecks(kinds.map(([, id]) => id))
    await page.goto(server.url)
    const weights = new Map<string, number>()
    const weightOf = async (url: string) => {
      const known = weights.get(url) ?? gzipSync(await (await page.request.get(url)).body()).length
      weights.set(url, known)
      return known
    }
    let panel: string[] | undefined
    for (const [kind, id] of kinds) {
      lesson = id
      const lab = await (await page.request.get(`${server.url}/api/lessons/${id}/lab`)).json()
      // The dialog reopens at the lab, where it was left.
      if (panel) scripts.clear()
      await page.getByRole('button', { name: 'Build Aura: Your first transfer' }).click()
      if (!panel) {
        const open = page.getByRole('dialog').getByRole('button', { name: 'Open the Lab' })
        await expect(open).toBeVisible()
        scripts.clear()
        await open.click()
      }
      await play(page, lab, BY_KEYBOARD.includes(kind))
      expect([...scripts].join(), kind).toContain('lab.worker')
      // The page loads the panel's code once; every worker loads its own.
      panel ??= await scriptsOfPage(page, scripts)
      const needed = [...new Set([...panel, ...scripts])]
      const weight = (await Promise.all(needed.map(weightOf))).reduce((sum, each) => sum + each, 0)
      expect(weight, `${kind}: ${needed.join(' ')}`).toBeLessThan(MAX_GZIPPED)
      // The next lab has the same address. A reload would cost as much as playing a lab.
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.clock.fastForward(FORGOTTEN_MS)
    }
  })
}

test('the keyboard stays in the lab, and a move can be rejected before it is sent [learning.lab-keyboard] [learning.lab-prompt]', async ({
  page,
}) => {
  await joinByCalls(page.request, server.url)
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Build Aura: Your first transfer' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Open the Lab' }).click()
  const form = dialog.getByRole('form', { name: 'Send USDC' })
  await expect(form).toBeVisible()
  const close = dialog.getByRole('button', { name: 'Close' })
  const isInside = () => page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)
  for (const key of ['Tab', 'Shift+Tab']) {
    await close.focus()
    let stops = 0
    do {
      await page.keyboard.press(key)
      await expect.poll(isInside, { message: `${key}, pressed ${++stops} times` }).toBe(true)
    } while (!(await close.evaluate((button) => button === document.activeElement)) && stops < 60)
    await expect(close).toBeFocused()
    expect(stops).toBeGreaterThan(5)
  }

  await form.getByRole('radio').first().check()
  await form.getByLabel('Amount, in USDC').fill('1')
  await form.getByRole('button', { name: 'Continue' }).click()
  const prompt = dialog.getByRole('region', { name: 'Send USDC' })
  await expect(prompt.getByRole('heading', { name: 'Send USDC' })).toBeFocused()
  await expect(prompt.getByText('−1 USDC')).toBeVisible()
  await checkVisualsAndA11y(page, 'lab-prompt')
  await prompt.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('status')).toHaveText('You rejected it. Nothing was signed or sent.')
  await expect(dialog.getByRole('status')).toBeFocused()
  await expect(form).toBeVisible()
})
