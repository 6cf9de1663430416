import { expect, type Locator } from '@playwright/test'
import { rightResponse, wrongResponse } from '../../../tools/labs/right-response.ts'
import { solveLabsByCalls } from './labs.ts'

/** Returns the question on screen with its options in the order shown. */
async function shownQuestion(dialog: Locator): Promise<{ text: string; options: string[] }> {
  const text = (await dialog.getByRole('heading', { level: 3 }).textContent()) ?? ''
  const rows = dialog.getByRole('radio').or(dialog.getByRole('checkbox')).or(dialog.locator('li:has([data-option])'))
  const options = await rows.evaluateAll((nodes) =>
    nodes.map((node) => {
      const row = node.matches('li') ? node.querySelector('[data-option]') : node.closest('label')
      return row?.textContent ?? ''
    }),
  )
  return { text, options }
}

export interface Step {
  role: 'radio' | 'checkbox' | 'button' | 'textbox'
  name: string
  text?: string
}

/** Returns the controls to use, in order, for a right or wrong response to the question on screen. */
export async function stepsTo(dialog: Locator, { wrong = false } = {}): Promise<Step[]> {
  const question = await shownQuestion(dialog)
  const areMany = (await dialog.getByRole('checkbox').count()) > 0
  return stepsFor({ ...question, areMany }, { wrong })
}

/** `areMany`: several options can be chosen. */
function stepsFor(asked: { text: string; options: string[]; areMany: boolean }, { wrong = false } = {}): Step[] {
  const response = (wrong ? wrongResponse : rightResponse)(asked)
  if (typeof response === 'string') return [{ role: 'textbox', name: 'Your answer', text: response }]
  const nameOf = (place: number) => asked.options[place] ?? ''
  if (typeof response === 'number') return [{ role: 'radio', name: nameOf(response) }]
  if (asked.areMany) return response.map((place) => ({ role: 'checkbox', name: nameOf(place) }))
  const order = asked.options.map((_, place) => place)
  return response.flatMap((place, at) => {
    const from = order.indexOf(place)
    order.splice(from, 1)
    order.splice(at, 0, place)
    return Array.from({ length: from - at }, () => ({ role: 'button' as const, name: `Move up: ${nameOf(place)}` }))
  })
}

/** Responds to the question on screen without submitting. */
export async function respond(dialog: Locator, { wrong = false } = {}): Promise<void> {
  for (const { role, name, text } of await stepsTo(dialog, { wrong })) {
    const control = dialog.getByRole(role, { name, exact: true })
    if (text === undefined) await control.click({ force: true })
    else await control.fill(text)
  }
}

/** Submits the reference solution of the open lesson's lab, if it has one, without playing it. */
async function solveLabOf(dialog: Locator): Promise<void> {
  const open = dialog.getByRole('button', { name: 'Open the Lab' })
  const check = dialog.getByRole('button', { name: 'Take Knowledge Check' })
  await expect(open.or(check)).toBeVisible()
  if (await check.isVisible()) return
  const page = dialog.page()
  await solveLabsByCalls(page, new URL(page.url()).origin)
  await open.click()
  await expect(check).toBeVisible()
}

/** Solves the lesson's lab, opens its check and answers until the lesson can be claimed. Returns the claim button. */
export async function passCheck(dialog: Locator): Promise<Locator> {
  await solveLabOf(dialog)
  const claim = dialog.getByRole('button', { name: /^Claim/ })
  const next = dialog.getByRole('button', { name: 'Next Question' })
  await dialog.getByRole('button', { name: 'Take Knowledge Check' }).click()
  await answerUntilClaim(dialog, { claim, next })
  return claim
}

/** Continues from a question on screen, or from a right answer before it. */
export async function answerUntilClaim(
  dialog: Locator,
  {
    claim = dialog.getByRole('button', { name: /^Claim/ }),
    next = dialog.getByRole('button', { name: 'Next Question' }),
  } = {},
): Promise<void> {
  const submit = dialog.getByRole('button', { name: 'Submit Answer' })
  await expect(submit.or(next)).toBeVisible()
  for (;;) {
    if (await next.isVisible()) await next.click()
    await expect(submit).toBeVisible()
    await respond(dialog)
    await submit.click()
    await expect(next.or(claim)).toBeVisible()
    if (await claim.isVisible()) return
  }
}
