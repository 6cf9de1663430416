import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serveLessons } from './lesson-preview.ts'

it('serves lessons as they are on disk, and the place of a mistake until it is mended', async () => {
  const content = mkdtempSync(join(tmpdir(), 'aura-content-'))
  cpSync(join(import.meta.dirname, '../content'), content, { recursive: true })
  const told: string[] = []
  const preview = await serveLessons(content, (mistake) => told.push(mistake))
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${preview.port}${path}`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const lesson = '/api/lessons/catalogue/seed-phrases'
  const write = (text: string) => writeFileSync(join(content, 'lessons/seed-phrases/content.md'), text)

  expect((await get('/api/lessons/catalogue')).body).toContainEqual(
    expect.objectContaining({ id: 'seed-phrases', hook: expect.any(String) }),
  )
  expect((await get('/api/glossary')).status).toBe(200)
  expect((await get('/api/auth/user')).status).toBe(404)
  expect((await get(lesson)).body.blocks).toHaveLength(7)
  write('A hook.\n\n<b>bold</b>\n')
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await get(lesson)
    expect([status, body.message]).toEqual([500, expect.stringContaining('content.md:3: HTML')])
  }
  expect(told).toHaveLength(1)
  await preview.close()
})
