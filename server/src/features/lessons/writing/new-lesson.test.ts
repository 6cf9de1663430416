import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadCatalogue } from '../catalogue.ts'
import { lessonFaults } from './lesson-faults.ts'
import { newLessonFiles } from './new-lesson.ts'

it('starts a lesson that loads and is not yet fit to publish', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aura-lessons-'))
  mkdirSync(join(folder, 'new'))
  writeFileSync(
    join(folder, 'path.json'),
    JSON.stringify({ units: [{ id: 'first-wallet', title: 'First wallet', line: 'A line.' }], lessons: ['new'] }),
  )
  for (const [file, text] of Object.entries(newLessonFiles())) writeFileSync(join(folder, 'new', file), text)
  const [lesson] = [...(await loadCatalogue(folder)).values()]
  rmSync(folder, { recursive: true })
  expect(lesson && lessonFaults(lesson, new Date(0))).toHaveLength(4)
})
