import { z } from 'zod'
import { USERNAME_PATTERN, WALLET_ADDRESS_PATTERN } from './ids.ts'
import { cleanLine, cleanText } from './visible-text.ts'

/** Accepts any case; the server returns it checksummed. */
export const WalletAddress = z.string().regex(WALLET_ADDRESS_PATTERN, 'Not a wallet address')

/** Folded to lower case: ids are stored, compared and locked in lower case. */
export const Id = z.uuid().toLowerCase()

export const Username = z
  .string()
  .max(200)
  .transform((text) => text.trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(3, 'Username must be at least 3 characters')
      .max(20, 'Username must be at most 20 characters')
      .regex(USERNAME_PATTERN, 'Use letters, digits and underscores only'),
  )

export const UserParams = z.object({ id: z.uuid('Invalid user ID').toLowerCase() })

/** Key of the previous page's last row, two numbers and an id, so that no one is skipped when rows move. */
export const KeyCursor = z
  .string()
  .regex(/^\d{1,16}\.-?\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Not a cursor')

export const Moment = z.iso.datetime()

export const Whole = z.int().min(0)

/** Takes whatever is no number for missing, where rules report an amount in a form's order and words. */
export const EnteredNumber = z.number().nullish().catch(null)

/** The response of calls that return nothing. */
export const Done = z.object({ ok: z.literal(true) })

/** PostgreSQL text can hold every character but NUL. */
export const PlainText = z.string().refine((text) => !text.includes('\0'), 'Not a text')

const typed = (clean: (text: string) => string) => (most: number, message: string) =>
  PlainText.transform(clean).pipe(z.string().max(most, message))

/** Text on one line without invisible characters; empty if nothing visible is left. */
export const TypedLine = typed(cleanLine)
/** Like `TypedLine`, but keeps line breaks. */
export const TypedText = typed(cleanText)

export const OtherPerson = z.object({
  id: z.uuid(),
  username: z.string(),
  profileImageUrl: z.string().nullable(),
  currentStreak: Whole,
})
export type OtherPerson = z.output<typeof OtherPerson>

export const TransactionHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not a transaction hash')

/** `confirming` until deep enough in the chain to count. */
export const confirmationFields = {
  status: z.enum(['confirming', 'completed']),
  /** How long the chain has gone on since the transaction's block; 0 while in none. */
  confirmedSeconds: Whole,
  confirmationSeconds: Whole,
}
