interface Living {
  before: string
  after: string
  why: string
}

/** Mutants equivalent to the contract, or different only in unreachable states. */
export const SURVIVORS: readonly Living[] = [
  {
    before: 'if (usdcAmount > PAIR_CAP - before) revert AbovePairCap(PAIR_CAP - before);',
    after: 'if (usdcAmount > (PAIR_CAP + 1) - before) revert AbovePairCap(PAIR_CAP - before);',
    why: 'Only whole USDC get this far: a cap that is a millionth higher lets nothing more through.',
  },
  {
    before: '_staying = 1;',
    after: '_staying = (1 + 1);',
    why: 'What the clones share has no key, so it is enough that its number of keys is not 0.',
  },
  {
    before: 'if (key.length == WALLET_BYTES) return first != address(0) && first != address(this);',
    after: 'if (key.length == WALLET_BYTES) return first != address(0) && first != msg.sender;',
    why: 'An account adds keys by calling itself. Its first key comes from the factory, which signs nothing.',
  },
]
