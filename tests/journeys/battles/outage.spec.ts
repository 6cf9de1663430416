import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { callAs, fighter } from '../support/arena.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const VERIFIER = join(import.meta.dirname, '../../../tools/commands/verify-receipt.ts')
const SENTENCE = 'Aura was away for 15 s, so the end moved from 20:00:00 to 20:00:15.'

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z', hasOutages: true })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})
test.use({ timezoneId: 'UTC' })

test('an outage in the last minute moves the end, says so on page and receipt, and verifies [battles.outage] [battles.receipt-outage]', async ({
  page,
  browser,
}) => {
  const [ada, bo] = await Promise.all(
    ['ada_live', 'bo_cooks'].map(async (name) => fighter(server, (await browser.newContext()).request, name)),
  )
  if (!ada || !bo) throw new Error('two people were asked for')
  const { id } = await callAs<{ id: string }>(server, ada, '/api/battles', {
    title: null,
    opponentId: bo.id,
    stakeAmount: 10,
    description: '',
    battleDate: '2026-03-02T16:00:00Z',
    duration: 4,
    softClose: false,
  })
  await callAs(server, bo, `/api/battles/${id}/accept`, {})
  await server.setClock('2026-03-02T16:00:00Z')
  await page.goto(`${server.url}/battles/${id}`)
  await expect(page.getByText('Ends 20:00').first()).toBeVisible()
  for (const seconds of ['58:58', '59:03', '59:08', '59:13', '59:18', '59:23', '59:28', '59:33', '59:38'])
    await server.setClock(`2026-03-02T19:${seconds}Z`)
  await server.setClock('2026-03-02T19:59:53Z')
  for (const width of [390, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByText(SENTENCE)).toBeVisible()
  }
  await server.setClock('2026-03-02T19:59:57Z')
  await server.setClock('2026-03-02T20:00:01Z')
  await server.setClock('2026-03-02T20:00:05Z')
  await server.setClock('2026-03-02T20:00:10Z')
  await server.setClock('2026-03-02T20:00:15Z')
  await page.getByRole('link', { name: 'How it was decided' }).click()
  await expect(page.getByText(SENTENCE)).toBeVisible()
  const { stdout } = await run(process.execPath, [VERIFIER, `${server.url}/api/battles/${id}/receipt`])
  expect(stdout).toContain('The receipt holds.')
})
