import { z } from 'zod'
import { call } from '../contract/call.ts'
import { Id, Moment, PlainText, TypedLine, WalletAddress, Whole } from '../shapes.ts'

const Note = TypedLine(200, 'A note has at most 200 characters')

const WhitelistEntry = z.object({
  id: z.uuid(),
  walletAddress: z.string(),
  note: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: Moment,
  /** Null if added from the command line, or if the admin's account is deleted. */
  addedBy: z.object({ id: z.uuid(), username: z.string() }).nullable(),
})

const WHITELIST_CSV_MAX_LENGTH = 60_000

export const whitelistCalls = {
  'GET /api/whitelist': call({
    summary: 'List whitelisted wallets, newest first',
    access: 'admin',
    rate: 'read',
    query: z.object({
      q: PlainText.max(100).default(''),
      view: z.enum(['all', 'active', 'inactive']).default('all'),
      after: Id.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    answer: z.array(WhitelistEntry),
  }),
  'GET /api/whitelist/counts': call({
    summary: 'Count whitelisted wallets',
    access: 'admin',
    rate: 'read',
    answer: z.object({ total: Whole, active: Whole, inactive: Whole }),
  }),
  'POST /api/whitelist': call({
    summary: 'Whitelist a wallet, or reactivate it',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({
      walletAddress: z
        .string()
        .max(200)
        .transform((text) => text.trim())
        .pipe(WalletAddress),
      note: Note.nullish(),
    }),
    answer: WhitelistEntry,
  }),
  'GET /api/whitelist/csv': call({
    summary: 'Export the whitelist as CSV, safe to open in a spreadsheet',
    access: 'admin',
    rate: 'write',
    answer: z.object({ csv: z.string() }),
  }),
  'POST /api/whitelist/csv': call({
    summary:
      'Import wallets from CSV, `address,note,status` per line or columns named by a header, separated by commas, semicolons or tabs. Imports all or none and reports each invalid line. Inactive wallets are left as they are.',
    access: 'admin',
    rate: 'write',
    withoutKey: 'moves no value',
    body: z.object({ csv: PlainText.max(WHITELIST_CSV_MAX_LENGTH, 'The file is too large') }),
    answer: z.object({
      added: Whole,
      reactivated: Whole,
      unchanged: Whole,
      skipped: Whole,
    }),
    errors: ['WHITELIST_CSV_INVALID'],
  }),
  'GET /api/beta-access/:walletAddress': call({
    summary: 'Check whether a wallet may join the closed beta',
    access: 'public',
    rate: 'auth',
    params: z.object({ walletAddress: WalletAddress }),
    answer: z.object({ hasAccess: z.boolean() }),
  }),
}
