import type { Requirement } from './requirement.ts'

export const ledger: readonly Requirement[] = [
  { id: 'ledger.whole-numbers', kind: 'rule', text: 'AP and Steeze amounts are whole numbers' },
  { id: 'ledger.usdc-micros', kind: 'rule', text: 'USDC is counted in millionths' },
  { id: 'ledger.double-entry', kind: 'rule', text: 'the entries of every transfer sum to zero' },
  {
    id: 'ledger.total-zero',
    kind: 'rule',
    text: "over any sequence of product actions each unit's balances sum to zero",
  },
  { id: 'ledger.balance-is-entries', kind: 'rule', text: 'a balance equals the sum of its entries' },
  { id: 'ledger.kinds', kind: 'rule', text: 'AP, purchased Steeze and earned Steeze are kept apart' },
  {
    id: 'ledger.holds',
    kind: 'rule',
    text: 'stakes and redemptions are holds in the ledger, gifts in flight wait in accounts of their battle',
  },
  {
    id: 'ledger.only-transfers',
    kind: 'rule',
    text: 'a balance changed without a transfer is refused by the database',
  },
  { id: 'ledger.entries-immutable', kind: 'rule', text: 'entries and transfers cannot be changed or deleted' },
  { id: 'ledger.transfer-key-unique', kind: 'rule', text: 'a transfer with a used key is not made again' },
  { id: 'ledger.no-overdraft', kind: 'rule', text: "the database refuses a user's balance below zero" },
  { id: 'ledger.no-overdraft-concurrent', kind: 'rule', text: 'simultaneous spends never take more than there is' },
  {
    id: 'ledger.steeze-from-contract',
    kind: 'rule',
    text: 'Steeze enters only by an event of the Steeze contract, in the demo too, and the audit finds what did not',
  },
  {
    id: 'ledger.vouch-totals-from-chain',
    kind: 'rule',
    text: 'totalUsdtEarned and vouch totals equal what the chain events say',
  },
  {
    id: 'ledger.audit-continues',
    kind: 'rule',
    text: 'an audit continues from the last one that found nothing, and reads everything on request or after a finding',
  },
  { id: 'ledger.purchased-first', kind: 'rule', text: 'spending takes purchased Steeze first, then earned' },
  { id: 'ledger.spend-remembers-parts', kind: 'rule', text: 'each spend remembers its purchased and earned parts' },
  { id: 'ledger.key-accepted', kind: 'rule', text: 'every call that moves value accepts an Idempotency-Key' },
  {
    id: 'ledger.key-web-sends',
    kind: 'rule',
    text: 'the web sends an Idempotency-Key with every such call, the same one in a retry',
  },
  {
    id: 'ledger.key-same-answer',
    kind: 'rule',
    text: 'the same key and body give the same answer and move value once',
  },
  { id: 'ledger.key-concurrent', kind: 'rule', text: 'the same key sent twice at once moves value once' },
  { id: 'ledger.check-key-other-body', kind: 'check', text: 'the same key with another body answers 422' },
  { id: 'ledger.key-scope', kind: 'rule', text: 'the same key of another user or on another call is another key' },
  { id: 'ledger.const-key-life', kind: 'constant', text: 'answers are kept 30 days' },
  {
    id: 'ledger.key-transfer-forever',
    kind: 'rule',
    text: 'after the answer is dropped the same key still moves nothing twice',
  },
  {
    id: 'ledger.shards',
    kind: 'rule',
    text: 'a gift to a battle in another database counts once and takes its Steeze once, whatever crashes',
  },
  {
    id: 'ledger.guests',
    kind: 'rule',
    text: 'somebody who is at home in another database has no AP in this one, and their Steeze comes and goes in transit or as a gift',
  },
  { id: 'ledger.key-5xx-not-stored', kind: 'rule', text: 'a 5xx answer is not kept and the call can be repeated' },
]
