import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

/**
 * `public` calls are the same for everybody and ignore the session; `viewer` calls are open too, but use a session if
 * there is one; `user` calls require one, and `admin` calls an admin's.
 */
export type Access = 'public' | 'viewer' | 'user' | 'admin'

export type RateClass = 'read' | 'write' | 'auth' | 'tap' | 'upload' | 'chain' | 'webhook'

/** A call of the API, as both sides need it. Its key is `METHOD /path`. */
export interface Call {
  summary: string
  access: Access
  rate: RateClass
  /** Expensive for the database: few run at once, fewer per address. Others wait, or get 429 or 503. */
  heavy?: true
  /** Also open to suspended or removed users, who can redeem and export their data. Only for `user` calls. */
  whileRestricted?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Takes a file (multipart/form-data) instead of a body: the name of its form field. */
  file?: string
  answer: z.ZodType
  status?: number
  /** May respond with 202 in the same shape while the outcome is open; a retry checks again. */
  mayBePending?: boolean
  errors?: readonly ErrorCode[]
  /**
   * Moves value: takes an Idempotency-Key header, and the same key returns the same response. `own`: the command stores
   * its response itself, in the transaction of its effects. `outside`: it acts on an external service that can't
   * deduplicate, so it never runs twice with one key.
   */
  idempotent?: true | 'own' | 'outside'
  /** Why a write takes no key. */
  withoutKey?: string
}

type Write = Call & ({ idempotent: true | 'own' | 'outside' } | { withoutKey: string })

/** Calls by key. A write without a key and without a reason for that is a type error. */
export type Contract = Record<`GET ${string}`, Call> & Record<`${'POST' | 'PUT' | 'DELETE'} ${string}`, Write>

export const call = <const C extends Call>(c: C): C => c

type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Output<T> = T extends z.ZodType ? z.output<T> : undefined

export type ParamsOf<C> = C extends { params: infer P } ? Input<P> : undefined
export type QueryOf<C> = C extends { query: infer Q } ? Input<Q> : undefined
export type BodyOf<C> = C extends { body: infer B } ? Input<B> : undefined

export type ParsedParams<C> = C extends { params: infer P } ? Output<P> : undefined
export type ParsedQuery<C> = C extends { query: infer Q } ? Output<Q> : undefined
export type ParsedBody<C> = C extends { body: infer B } ? Output<B> : undefined

export type AnswerOf<C> = C extends { answer: infer A } ? Input<A> : never
