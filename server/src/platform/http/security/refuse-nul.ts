import type { FastifyInstance } from 'fastify'
import { AppError } from '../../app-error.ts'

const refused = () => new AppError('INVALID_REQUEST', { message: 'Text must not contain the NUL character' })

/** Refuses NUL characters, which PostgreSQL can't store. */
export function refuseNul(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(/\0|%00/.test(request.url) ? refused() : undefined)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    done(hasNul(request.body) ? refused() : undefined)
  })
}

function hasNul(value: unknown): boolean {
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string') {
      if (next.includes('\0')) return true
    } else if (Array.isArray(next)) {
      for (const each of next) pending.push(each)
    } else if (next !== null && typeof next === 'object' && Object.getPrototypeOf(next) === Object.prototype) {
      for (const [key, each] of Object.entries(next)) pending.push(key, each)
    }
  }
  return false
}
