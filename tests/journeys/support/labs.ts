import { expect, type Page } from '@playwright/test'
import { type Lesson, solveLab } from '../../server/actors/learning.ts'

/** Submits the lab's reference solution, if the lesson has a lab. */
export async function solveLabByCalls(
  { request }: Pick<Page, 'request'>,
  origin: string,
  lesson: Pick<Lesson, 'id' | 'lab'>,
): Promise<void> {
  const path = `${origin}/api/lessons/${lesson.id}/lab`
  await solveLab(lesson, {
    open: async () => (await request.get(path)).json(),
    submit: async (transcript) => {
      const reply = await request.post(path, { headers: { origin }, data: { transcript } })
      expect(await reply.json()).toMatchObject({ outcome: 'solved' })
    },
  })
}

/** Submits the reference solutions of all labs of the day. */
export async function solveLabsByCalls(page: Pick<Page, 'request'>, origin: string): Promise<void> {
  const lessons: Lesson[] = await (await page.request.get(`${origin}/api/lessons/daily`)).json()
  for (const lesson of lessons) await solveLabByCalls(page, origin, lesson)
}
