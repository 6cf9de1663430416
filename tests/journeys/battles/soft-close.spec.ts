import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { callAs, fighter } from '../support/arena.ts'
import { type ClockServer, startClockServer } from '../support/servers.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const VERIFIER = join(import.meta.dirname, '../../../tools/commands/verify-receipt.ts')
const END_MS = Date.parse('2026-03-02T20:00:00Z')
const afterEnd = (ms: number) => new Date(END_MS + ms).toISOString()

let server: ClockServer
test.beforeEach(async () => {
  server = await startClockServer({ startAt: '2026-03-02T12:00:00Z' })
})
test.afterEach(async () => {
  expect(await server.audit()).toEqual([])
  await server.stop()
})
test.use({ timezoneId: 'UTC' })

test('late leads extend a battle three times, and its receipt verifies [battles.soft-close] [battles.soft-close-option] [battles.soft-close-shown] [battles.const-soft-close] [battles.receipt-soft-close]', async ({
  browser,
}) => {
  const contexts = await Promise.all([1, 2, 3].map(() => browser.newContext({ timezoneId: 'UTC' })))
  const [adas, bos, cys] = await Promise.all(contexts.map((context) => context.newPage()))
  if (!adas || !bos || !cys) throw new Error('three pages were opened')
  const ada = await fighter(server, adas.request, 'ada_live')
  const bo = await fighter(server, bos.request, 'bo_cooks')
  const cy = await fighter(server, cys.request, 'cy_claps', { steeze: 500 })

  // The option is on by default in the form and shown before the challenge is accepted.
  await adas.clock.setFixedTime('2026-03-02T12:00:00Z')
  await adas.goto(`${server.url}/battles`)
  await adas.getByRole('button', { name: 'Create Battle' }).first().click()
  const form = adas.getByRole('dialog', { name: 'INITIATE AURA CHALLENGE' })
  await form.getByLabel('Opponent').fill('bo_cooks')
  await form.getByRole('button', { name: /bo_cooks/ }).click()
  await expect(form.getByRole('checkbox', { name: /Soft close/ })).toBeChecked()
  await expect(form.getByText('A late lead moves the end to 60 s after it, up to three times.')).toBeVisible()
  await form.getByLabel('Date').fill('2026-03-02')
  await form.getByLabel('Time', { exact: true }).fill('16:00')
  await form.getByRole('button', { name: 'SEND BATTLE REQUEST' }).click()
  await expect(form).toHaveCount(0)
  const [{ id }] = await (await bo.request.get(`${server.url}/api/battles/user`)).json()
  await bos.goto(`${server.url}/battles/${id}`)
  await expect(bos.getByText('A late lead moves the end to 60 s after it, up to three times.')).toBeVisible()
  await bos.getByRole('button', { name: /^Accept/ }).click()
  await expect(bos.getByRole('heading', { name: 'Both stakes are in' })).toBeVisible()

  await server.setClock('2026-03-02T16:00:00Z')
  // The response of a page that asked between the end and a lead taken just before it.
  const asked = `${server.url}/api/battles/${id}`
  await cys.route(asked, async (route) => {
    const response = await route.fetch()
    const { can, ...battle } = await response.json()
    const gift = { allowed: false, reason: 'BATTLE_ENDED' }
    await route.fulfill({ response, json: { ...battle, can: { ...can, gift } } })
  })
  await cys.goto(`${server.url}/battles/${id}`)
  await expect(cys.getByText('Ends 20:00').first()).toBeVisible()
  const toAda = cys.getByRole('button', { name: 'Gift Steeze to ada_live' })
  await expect(toAda).toBeDisabled()
  await cys.unroute(asked)
  const give = (to: { id: string }, amount: number) =>
    callAs(server, cy, '/api/battles/gift', { battleId: id, participantId: to.id, amount })

  const announced = cys.getByRole('status').filter({ hasText: 'A late lead moved the end' })
  for (const [ms, to, amount, ends, left] of [
    [-30_000, ada, 1, '20:00:30', 'It can happen twice more.'],
    [10_000, bo, 3, '20:01:10', 'It can happen once more.'],
    [69_000, ada, 4, '20:02:09', 'The end stands now.'],
  ] as const) {
    await server.setClock(afterEnd(ms))
    await give(to, amount)
    await expect(announced).toHaveText(`A late lead moved the end to ${ends}. ${left}`)
    await expect(cys.getByText(left).last()).toBeVisible()
    await expect(toAda).toBeEnabled()
    const { endsAt, status } = await (await cy.request.get(`${server.url}/api/battles/${id}`)).json()
    expect([endsAt, status]).toEqual([`2026-03-02T${ends}.000Z`, 'active'])
  }
  await server.setClock(afterEnd(128_000))
  await give(bo, 10)
  await server.setClock(afterEnd(129_000))
  await expect(cys.getByRole('heading', { name: 'bo_cooks Wins!' })).toBeVisible()
  await expect(cys.getByText('Late leads at 19:59:30, 20:00:10, 20:01:09 moved the end.')).toBeVisible()

  await cys.getByRole('link', { name: 'How it was decided' }).click()
  await expect(cys.getByText('3 late leads moved the end from 20:00:00 to 20:02:09')).toBeVisible()
  const { stdout } = await run(process.execPath, [VERIFIER, `${server.url}/api/battles/${id}/receipt`])
  expect(stdout).toContain('The receipt holds.')
  for (const context of contexts) await context.close()
})
