/**
 * Advisory locks, by the number that is their key, or by what their key is a hash of. A key belongs to one of them for
 * good: servers of two versions may run at once.
 */
export const ADVISORY_LOCKS = {
  migrations: 4_172_065_311,
  chainEvents: 4_172_065_312,
  signing: 4_172_065_313,
  /** The first of two numbers; the second is the shelf of a wallet. */
  wallets: 417_206,
  /** The first of two numbers. Functions of the database try it and never wait. */
  rankCounters: 1_634_038_369,
  whitelist: 'whitelist',
  /** Followed by the id of a user; so is the next by that of an X account. */
  participants: 'battles/',
  xAccounts: 'x/',
} as const

/**
 * The one order in which transactions take locks: rows by their table, advisory locks by their name above. Rows of one
 * table are locked in the order of their ids. Two transactions that keep to it never wait for each other in a circle. Every
 * test database records the locks of each transaction and fails on closing where one was taken out of order.
 */
export const LOCK_ORDER = [
  'advisory migrations',
  'chain_cursors',
  'advisory chainEvents',
  'advisory whitelist',
  'advisory signing',
  'battles',
  'advisory participants',
  'advisory xAccounts',
  'users',
  'sessions',
  'push_subscriptions',
  'advisory wallets',
  'learners',
  'steeze_redemptions',
  'steeze_withdrawals',
  'ledger_holds',
  'ledger_accounts',
] as const
