/** Advisory locks by key, or by the text whose hash is the key. Never reuse one. */
export const ADVISORY_LOCKS = {
  migrations: 4_172_065_311,
  chainEvents: 4_172_065_312,
  signing: 4_172_065_313,
  /** First of two keys; the second identifies the wallet's group. */
  wallets: 417_206,
  /** First of two keys. Database functions only try this lock and never wait. */
  rankCounters: 1_634_038_369,
  pushHours: 417_207,
  whitelist: 'whitelist',
  /** The first is followed by a user's id, the second by a provider and its account's id. */
  participants: 'battles/',
  providerAccounts: 'provider/',
  /** Followed by the ids of two people, the smaller one first. */
  pairs: 'pairs/',
} as const

/**
 * The global lock order: rows by table and then id, whole tables, and advisory locks by the names above. Transactions that follow it
 * can't deadlock. Every test database records each transaction's locks and fails on closing if one was taken out of
 * order.
 */
export const LOCK_ORDER = [
  'advisory migrations',
  'chain_cursors',
  'return_cursors',
  'followed_accounts',
  'advisory chainEvents',
  'trust_state',
  'advisory whitelist',
  'advisory signing',
  'admin_proposals',
  'battle_pulse',
  'battles',
  'battle_rounds',
  'challenge_links',
  'advisory participants',
  'practices',
  'advisory providerAccounts',
  'advisory pairs',
  'users',
  'sessions',
  'push_subscriptions',
  'advisory wallets',
  'invites',
  'learners',
  // The whole table: who continues whom can't change meanwhile.
  'continued_accounts',
  'redemption_reviews',
  'steeze_redemptions',
  'steeze_withdrawals',
  'relay_senders',
  'relayed_payments',
  'relay_transactions',
  'ledger_holds',
  'ledger_accounts',
  'ratings',
  'battle_comments',
  'places',
  'vouch_words',
] as const
