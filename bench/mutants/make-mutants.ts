export interface Mutant {
  line: number
  before: string
  after: string
  source: string
}

const AMOUNT =
  /\b(usdcAmount|steezeAmount|amount|limit|deadline|nonce|validBefore)\b(?=[,);])(?<!(?:uint256|bytes32) \1)/g

/** Each change is applied at every occurrence in a line of code. */
const CHANGES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/if \(.*\) revert .*;/g, ''],
  [/ (?:onlyOwner|whenNotPaused|onlyByItself)\b/g, ''],
  [/^ {8}(?!if |return |revert )\S.*;$/g, ''],
  [/ > /g, ' < '],
  [/ < /g, ' > '],
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ \|\| /g, ' && '],
  [/ \? (.*) : (.*);/g, ' ? $2 : $1;'],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|= /g, ' = '],
  [/ & /g, ' | '],
  [/ >> 8/g, ' >> 7'],
  [/\b(\d[\d_]*(?:e\d+)?)\b(?=[;, )])/g, '($1 + 1)'],
  [/\b([1-9][\d_]*(?:e\d+)?)\b(?=[;, )])/g, '($1 - 1)'],
  [/\b1 days\b/g, '2 days'],
  [/\b48 hours\b/g, '49 hours'],
  [/\b48 hours\b/g, '47 hours'],
  [/\b(PRICE|VALUE|ONE_USDC|PAIR_CAP|WALLET_BYTES|PASSKEY_BYTES)\b(?! =)/g, '($1 + 1)'],
  [/\b(PRICE|VALUE|ONE_USDC|PAIR_CAP|WALLET_BYTES|PASSKEY_BYTES)\b(?! =)/g, '($1 - 1)'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ -= /g, ' += '],
  [/ \+= /g, ' -= '],
  [/ \* /g, ' + '],
  [/ \/ /g, ' * '],
  [/ % /g, ' / '],
  [/\bmsg\.sender\b/g, 'tx.origin'],
  [/\bmsg\.sender\b/g, 'address(this)'],
  [/\baddress\(this\)/g, 'msg.sender'],
  [/\b(?:target|voucher|buyer|account)\b(?=[,);\]])/g, 'msg.sender'],
  [AMOUNT, '0'],
  [AMOUNT, '($1 + 1)'],
  [/\b(salt|key|signature)\b(?=[,);])(?<!(?:bytes32|calldata) \1)/g, '""'],
  // The contract then checks a different message than the signed one.
  [/"Withdrawal\(/g, '"Withdraw('],
  [/keccak256\("(\w+)[.]/g, 'keccak256("Other.'],
  [/"Calls\(/g, '"Called('],
  [/"Call\(/g, '"Called('],
  [/"SteezeStack"/g, '"Steeze"'],
  [/"AuraAccount"/g, '"Account"'],
  [/, "1"/g, ', "2"'],
  [/return by == signer;/g, 'return true;'],
  [/return by == signer;/g, 'return by != address(0);'],
]

/** In a function's head only its guards are mutated. */
const GUARDS = CHANGES.filter(([pattern]) => pattern.source.includes('onlyOwner'))

/** Returns every mutant of a contract's source. Comments, imports and declarations are left alone. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((whole, index) => {
    const before = whole.trim()
    const others = isCode(before) ? changesOf(whole).flatMap((change) => changed(whole, change)) : []
    const byText = new Map(others.map((other) => [other.trim() || '(nothing)', other]))
    byText.delete(before)
    return [...byText].map(([after, other]) => {
      return { line: index + 1, before, after, source: lines.with(index, other).join('\n') }
    })
  })
}

/** Returns the line with a change at each of its occurrences. */
const changed = (line: string, [pattern, replacement]: (typeof CHANGES)[number]): string[] =>
  [...line.matchAll(pattern)].map((match) => {
    const [text] = match
    const simple = text.replace(new RegExp(pattern.source), replacement)
    // Replace at the match itself: lookarounds would fail on the matched text alone.
    const other = simple === text ? expand(match, replacement) : simple
    return line.slice(0, match.index) + other + line.slice(match.index + text.length)
  })

const changesOf = (line: string) => (/^ *function /.test(line) ? GUARDS : CHANGES)

const expand = (match: RegExpMatchArray, replacement: string): string =>
  replacement.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')

const isCode = (text: string): boolean =>
  text !== '' && !/^(\/\/|\/\*|\*|import |pragma |contract |event |error |mapping|\))/.test(text)
