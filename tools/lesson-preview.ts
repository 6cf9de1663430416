/**
 * Serves lessons and glossary from disk at each request, to preview them in the web app without a database. For a
 * broken lesson it returns the file and line of the mistake.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { loadCatalogue, refuseLooseTerms } from '../server/src/features/lessons/catalogue.ts'
import { explainedTerms } from '../server/src/features/lessons/glossary/explained-terms.ts'
import { loadGlossary } from '../server/src/features/lessons/glossary/load-glossary.ts'
import { lessonOverview, publicLesson } from '../server/src/features/lessons/lessons.ts'
import { defaultLimits } from '../server/src/limits.ts'

export interface LessonPreview {
  port: number
  close(): Promise<void>
}

/** Serves lessons on loopback at a free port. Calls `report` once per mistake. */
export async function serveLessons(content: string, report: (mistake: string) => void): Promise<LessonPreview> {
  let last = ''
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    answer(content, request.url ?? '').then(
      (body) => {
        last = ''
        if (body === undefined) send(404, { code: 'NOT_FOUND', message: '', requestId: 'preview' })
        else send(200, body)
      },
      (error: unknown) => {
        const mistake = error instanceof Error ? error.message : String(error)
        if (mistake !== last) report(mistake)
        last = mistake
        send(500, { code: 'INTERNAL', message: mistake, requestId: 'preview' })
      },
    )
  })
  await listening(server)
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

async function answer(content: string, url: string): Promise<unknown> {
  const [, path = '', id] = /^\/api\/(glossary|lessons\/catalogue)(?:\/([a-z0-9-]+))?$/.exec(url) ?? []
  if (path === '') return undefined
  const glossary = await loadGlossary(join(content, 'glossary'))
  const catalogue = await loadCatalogue(join(content, 'lessons'))
  refuseLooseTerms(catalogue, glossary)
  if (path === 'glossary') return explainedTerms(glossary, catalogue.values())
  const lesson = catalogue.get(id ?? '')
  return id === undefined ? lessonOverview(catalogue) : lesson && publicLesson(lesson, defaultLimits)
}
