import type { PublicConfig } from '@aura/api/calls/config'
import { accessibilityFaults } from './support/accessibility.ts'
import { changeAnswer } from './support/change-answer.ts'
import { type Baselines, baselinesFor, compare } from './support/pictures.ts'
import { serverForAll } from './support/server-for.ts'
import { expect, type Page, test } from './support/test.ts'

/** Tall enough for the longest section, to avoid a layout per screenshot. */
const SIZES = { desktop: { width: 1_440, height: 3_300 }, phone: { width: 390, height: 3_300 } } as const
const LAYERS = [
  ['Dialog', 'dialog'],
  ['Form in a sheet', 'sheet'],
  ['Confirm money', 'confirm-money'],
  ['Confirm, failed', 'confirm-failed'],
  ['Confirm deletion', 'confirm-deletion'],
] as const

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })
test.use({ timezoneId: 'UTC', locale: 'en-GB' })

async function openDesign(page: Page): Promise<void> {
  await page.goto(`${server.url}/design`)
  await expect(page.getByRole('heading', { name: 'Components and states' })).toBeVisible()
  await page.evaluate(async () => {
    await document.fonts.ready
    // It is fixed on every screen, so it would appear in some screenshots only.
    document.querySelector<HTMLElement>('[aria-label="Release stage"]')?.style.setProperty('visibility', 'hidden')
    // Scroll padding would shift the end of a section out of its screenshot.
    document.documentElement.style.setProperty('scroll-padding', '0')
  })
}

async function showPage(page: Page, shown: boolean): Promise<void> {
  await page.evaluate(
    (visibility) => {
      document.querySelector('main')?.style.setProperty('visibility', visibility)
    },
    shown ? 'visible' : 'hidden',
  )
}

const faultsWithin = (page: Page, part: string): Promise<string[]> =>
  // Focus guards of an open list pass the focus on at once.
  accessibilityFaults(page, { within: { include: part, exclude: '[data-base-ui-focus-guard]' } })

for (const colorScheme of ['dark', 'light'] as const) {
  for (const [device, viewport] of Object.entries(SIZES)) {
    test.describe(`the design system, ${colorScheme} on a ${device}`, () => {
      test.use({ colorScheme, viewport })

      test('looks as it did', async ({ page, browser }, info) => {
        const accepting = info.config.updateSnapshots === 'changed'
        const baselines: Baselines | null = baselinesFor(process.platform, browser.version(), accepting)
        const picture = (name: string) => `${name}-${device}-${colorScheme}.png`
        await openDesign(page)
        const names = await page
          .locator('[data-shot]')
          .evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.shot ?? ''))
        for (const name of names) {
          await compare(page.locator(`[data-shot="${name}"]`), picture(name), baselines, info)
        }
        for (const [button, name] of LAYERS) {
          await page.getByRole('button', { name: button, exact: true }).click()
          const dialog = page.getByRole(name.startsWith('confirm') ? 'alertdialog' : 'dialog')
          await expect(dialog).toBeVisible()
          // Rounded corners show the page behind them.
          await showPage(page, false)
          await compare(dialog, picture(name), baselines, info)
          await showPage(page, true)
          await page.keyboard.press('Escape')
          await expect(dialog).toBeHidden()
        }
        await page.getByRole('combobox', { name: 'Time zone' }).first().click()
        await compare(page.getByRole('listbox'), picture('select-open'), baselines, info)
      })
    })
  }
}

test('its layers are accessible', async ({ page }) => {
  await openDesign(page)
  for (const [button, name] of LAYERS) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole(name.startsWith('confirm') ? 'alertdialog' : 'dialog')).toBeVisible()
    expect(await faultsWithin(page, '[role=dialog], [role=alertdialog]'), name).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused()
  }
  await page.getByRole('combobox', { name: 'Time zone' }).first().click()
  await expect(page.getByRole('listbox')).toBeVisible()
  expect(await faultsWithin(page, '[role=listbox]'), 'select').toEqual([])
})

test('its components work with the keyboard', async ({ page }) => {
  await openDesign(page)
  const stake = page.getByRole('textbox', { name: 'Stake amount' }).first()
  const slider = page.getByRole('slider', { name: 'Stake amount, slider' }).first()
  await stake.focus()
  await page.keyboard.press('ArrowUp')
  await expect(stake).toHaveValue('260')
  await stake.fill('6000')
  await page.keyboard.press('Tab')
  await expect(stake).toHaveValue('6,000')
  await expect(slider).toHaveAttribute('aria-valuetext', '4360 AP')
  await slider.focus()
  await page.keyboard.press('Home')
  await expect(stake).toHaveValue('10')

  await page.getByRole('tab', { name: /^Live/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tabpanel', { name: /^Upcoming/ })).toBeVisible()

  await page.getByRole('radio', { name: '4 h' }).first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '5 h' }).first()).toBeChecked()

  const zone = page.getByRole('combobox', { name: 'Time zone' }).first()
  await zone.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /Lagos/ })).toBeFocused()
  await page.keyboard.press('E')
  await expect(page.getByRole('option', { name: /Berlin/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(zone).toHaveText(/Berlin/)

  await page.getByRole('button', { name: 'Menu', exact: true }).hover()
  await expect(page.getByText('Opens the menu')).toBeVisible()

  await page.getByRole('button', { name: 'Confirm deletion' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
})

test('exists only where the chain is a local one', async ({ page }) => {
  await changeAnswer<PublicConfig>(page, '**/api/config', ({ chain }) => ({ chain: { ...chain, kind: 'base' } }))
  await page.goto(`${server.url}/design`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})
