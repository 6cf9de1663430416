import { z } from 'zod'
import { call } from '../contract/call.ts'
import { RELATION_RULES } from '../rules/related-accounts.ts'
import { Moment, OtherPerson, TypedText, UserParams } from '../shapes.ts'

export const relatedNotifications = ['account_related'] as const

const { appealLength } = RELATION_RULES

/** `answer` is null while it waits for an admin. */
export const Appeal = z.object({ text: z.string(), at: Moment, answer: z.string().nullable() })
export type Appeal = z.output<typeof Appeal>

export const AppealText = TypedText(appealLength, `An appeal has at most ${appealLength} characters`).pipe(
  z.string().min(3, 'Write what the admins should know.'),
)

const RelatedAccount = z.object({
  person: OtherPerson,
  /** The user's own appeal; null until they appeal. */
  appeal: Appeal.nullable(),
})
export type RelatedAccount = z.output<typeof RelatedAccount>

export const relatedAccountsCalls = {
  'GET /api/related-accounts': call({
    summary: 'List the accounts related to the user’s, without why, and their appeals',
    access: 'user',
    rate: 'read',
    answer: z.array(RelatedAccount),
  }),
  'POST /api/related-accounts/:id/appeal': call({
    summary: 'Appeal, once, that an account is related to the user’s',
    access: 'user',
    rate: 'write',
    withoutKey: 'moves no value, and can be done once',
    params: UserParams,
    body: z.object({ text: AppealText }),
    answer: z.array(RelatedAccount),
    errors: ['RELATION_NOT_FOUND', 'RELATION_APPEALED'],
  }),
}
