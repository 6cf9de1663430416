import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '#platform/context'
import { cookieName, cookieOptions } from '#platform/http/security/cookies'
import { type HashKeys, keyedHash, keyedHashes } from '#platform/keyed-hash'
import { noProgress, type TrialProgress } from './trial.rules.ts'

const COOKIE = 'aura_trial'
/** A hint that scripts can read, so that the page knows that there is a lesson to keep. It grants nothing. */
const HINT = 'aura_trial_passed'
const TOKEN = /^([A-Za-z0-9_-]{1,400})\.([A-Za-z0-9_-]{43})$/

const Progress = z.strictObject({
  lessonId: z.string(),
  wrongAnswers: z.int().min(0),
  lastWrongAtMs: z.int(),
  passedAtMs: z.int().nullable(),
})

const signed = (text: string) => `trial-lesson/${text}`

/** Returns the progress, signed but not secret: replaying it gains nothing, since an account is paid once. */
function sealProgress(keys: HashKeys, progress: TrialProgress): string {
  const text = Buffer.from(JSON.stringify(progress)).toString('base64url')
  return `${text}.${Buffer.from(keyedHash(keys, signed(text)).hash).toString('base64url')}`
}

/** Returns the progress if this server, or one with an earlier key, signed it, else undefined. */
function openProgress(keys: HashKeys, token: string): TrialProgress | undefined {
  const [, text, mac] = TOKEN.exec(token) ?? []
  if (text === undefined || mac === undefined) return undefined
  const given = Buffer.from(mac, 'base64url')
  if (!keyedHashes(keys, signed(text)).some((hash) => timingSafeEqual(hash, given))) return undefined
  return Progress.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
}

/** Returns the visitor's progress: empty without a valid cookie, for another lesson, or once a pass has expired. */
export function readProgress(ctx: Context, request: FastifyRequest, lessonId: string): TrialProgress {
  const progress = openProgress(ctx.settings, request.cookies[cookieName(ctx, COOKIE)] ?? '')
  if (progress?.lessonId !== lessonId) return noProgress(lessonId)
  const passedMs = ctx.clock.now().getTime() - (progress.passedAtMs ?? 0)
  const { keptMs, joiningMs } = ctx.limits.trial
  return progress.passedAtMs !== null && passedMs > keptMs + joiningMs ? noProgress(lessonId) : progress
}

export function writeProgress(ctx: Context, reply: FastifyReply, progress: TrialProgress): void {
  const { keptMs, joiningMs } = ctx.limits.trial
  const forMs = (ms: number) => ({ ...cookieOptions(ctx), maxAge: Math.floor(ms / 1_000) })
  reply.setCookie(cookieName(ctx, COOKIE), sealProgress(ctx.settings, progress), forMs(keptMs + joiningMs))
  if (progress.passedAtMs !== null) reply.setCookie(cookieName(ctx, HINT), '1', { ...forMs(keptMs), httpOnly: false })
}

export function clearProgress(ctx: Context, reply: FastifyReply): void {
  reply.clearCookie(cookieName(ctx, COOKIE), cookieOptions(ctx))
  reply.clearCookie(cookieName(ctx, HINT), { ...cookieOptions(ctx), httpOnly: false })
}
