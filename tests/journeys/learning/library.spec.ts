import { serverForAll } from '../support/server-for.ts'
import { expect, test } from '../support/test.ts'

const server = serverForAll({ startAt: '2026-03-02T12:00:00Z' })

test('a visitor reads a lesson, looks up a word, searches the glossary, and is asked to join for the check [learning.public-lessons] [learning.glossary]', async ({
  page,
}) => {
  await page.goto(`${server.url}/lessons`)
  await page.getByRole('link', { name: 'What a wallet actually holds' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What a wallet actually holds' })).toBeVisible()
  await expect(page).toHaveTitle(/^What a wallet actually holds/)
  // The result is the same on a second visit, when its code is loaded.
  await page.goBack()
  await expect(page.getByRole('link', { name: 'What a wallet actually holds' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'What a wallet actually holds' })).toBeVisible()
  await expect(page).toHaveTitle(/^What a wallet actually holds/)
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'private key' }).click()
  await page.getByRole('link', { name: 'Open the glossary' }).click()
  await expect(page).toHaveURL(/\/glossary\/private-key$/)
  await expect(page.getByRole('article', { name: 'Private key' })).toBeFocused()

  await page.getByRole('navigation', { name: 'Letters' }).getByRole('link', { name: 'M' }).click()
  await expect(page.getByRole('heading', { name: 'M', exact: true })).toBeInViewport()
  await expect(page.getByRole('article', { name: 'Merkle tree' })).toBeInViewport()

  await page.getByLabel('Search the glossary').fill('poison')
  await expect(page.getByRole('status').filter({ hasText: '1 term' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article', { name: 'Address poisoning' })).toBeVisible()

  await page.goto(`${server.url}/lessons/what-a-wallet-holds`)
  await page.getByRole('link', { name: 'Join and start your path' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})
