import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { newcomer } from '../../../../tests/server/actors/actors.ts'
import { openForAll } from '../../../../tests/server/open-for.ts'
import { testApp } from '../../../../tests/server/test-app.ts'

const test = openForAll(testApp)

/** Where downloads are written: other servers of this machine have theirs elsewhere. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aura-downloads-'))
  vi.stubEnv('TMPDIR', folder)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it('a download of more rows than are read at once has each of them, and no file stays', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  await test.ctx.db.query(
    `insert into notifications (id, key, user_id, type, title, message, created_at)
     select gen_random_uuid(), 'no/' || i, case when i % 3 = 0 then $2::uuid else $1::uuid end, 'lesson_reminder', 'No ' || i, '"quoted", 末', $3
     from generate_series(1, 1801) i`,
    [(await ada.me()).id, (await bo.me()).id, test.ctx.clock.now().toISOString()],
  )
  const { data, userId } = await ada.call('GET /api/user/export')
  expect(userId).toBe((await ada.me()).id)
  const titles = (data.notifications ?? []).map(({ title }) => title)
  const expected = Array.from({ length: 1_801 }, (_, index) => index + 1).filter((i) => i % 3 !== 0)
  expect(titles.filter((title) => String(title).startsWith('No ')).sort()).toEqual(
    expected.map((i) => `No ${i}`).sort(),
  )
  expect(data.notifications?.at(-1)).toMatchObject({ message: '"quoted", 末' })
  expect(readdirSync(folder)).toEqual([])
})

it('is refused while another is on its way to the same person, and no longer', async () => {
  const [ada, bo] = [await newcomer(test), await newcomer(test)]
  const [first, second, third] = await Promise.all([
    ada.send('GET', '/api/user/export'),
    ada.send('GET', '/api/user/export'),
    bo.send('GET', '/api/user/export'),
  ])
  expect([first.status, second.status, third.status]).toEqual([200, 429, 200])
  expect(await ada.send('GET', '/api/user/export')).toMatchObject({ status: 200 })
})
