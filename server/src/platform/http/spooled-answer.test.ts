import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { SpooledAnswer } from './spooled-answer.ts'

async function sent(answer: SpooledAnswer) {
  const app = fastify().get('/', (_, reply) => answer.send(reply))
  return app.inject('/')
}

it('sends what was written, with its length in bytes', async () => {
  const answer = await SpooledAnswer.writtenBy(async ({ append }) => {
    await append('{"said":')
    await append('"末"}')
  })
  const { headers, json } = await sent(answer)
  expect(json()).toEqual({ said: '末' })
  expect(headers).toMatchObject({ 'content-length': '14', 'cache-control': 'no-store' })
})

it('forgets what was written before a restart', async () => {
  const answer = await SpooledAnswer.writtenBy(async ({ append, restart }) => {
    await append('{"a":"longer than what follows"}')
    await restart()
    await append('{"b":1}')
  })
  expect((await sent(answer)).body).toBe('{"b":1}')
})

it('throws what the writer throws', async () => {
  const failed = SpooledAnswer.writtenBy(async ({ append }) => {
    await append('{')
    throw new Error('the database is gone')
  })
  await expect(failed).rejects.toThrow('the database is gone')
})
