import { z } from 'zod'
import { USERNAME_PATTERN, WALLET_ADDRESS_PATTERN } from './ids.ts'
import { cleanLine, cleanText } from './visible-text.ts'

/** A wallet address in any case; the server shows it checksummed. */
export const WalletAddress = z.string().regex(WALLET_ADDRESS_PATTERN, 'Not a wallet address')

/** An id somebody sends. In upper case it is the same one: ids are stored, compared and locked in lower case. */
export const Id = z.uuid().toLowerCase()

/** A name a person may choose; upper case is folded before it is checked. */
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

/** A moment, as ISO 8601 in UTC. */
export const Moment = z.iso.datetime()

/** A whole number that is never negative. */
export const Whole = z.int().min(0)

/** The answer of calls that have nothing to tell. */
export const Done = z.object({ ok: z.literal(true) })

/** Text a person wrote. The database keeps every character but one. */
export const PlainText = z.string().refine((text) => !text.includes('\0'), 'Not a text')

const typed = (clean: (text: string) => string) => (most: number, message: string) =>
  PlainText.transform(clean).pipe(z.string().max(most, message))

/** A single line of typed text without invisible characters; empty when nothing visible is left. */
export const TypedLine = typed(cleanLine)
/** The same with its lines. */
export const TypedText = typed(cleanText)

/** The hash of a transaction. */
export const TransactionHash = z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'Not a transaction hash')

/** How far a transaction is: `confirming` until it is deep enough in the chain to count. */
export const confirmationFields = {
  status: z.enum(['confirming', 'completed']),
  /** Blocks it is deep, its own the first; 0 while it is in none. */
  confirmations: Whole,
  confirmationsNeeded: Whole,
}
