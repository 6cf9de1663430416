/** A source with one thing changed. */
export interface Mutant {
  /** Counted from 1. */
  line: number
  /** The line as it is and as it becomes. */
  before: string
  after: string
  /** The whole source, changed. */
  source: string
}

/** What is changed, each time it occurs in a line of code. */
const CHANGES: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  // Checks left out, whole statements left out.
  [/if \(.*\) revert .*;/g, ''],
  [/ (?:onlyOwner|whenNotPaused)\b/g, ''],
  [/^ {8}(?!if |return |revert )\S.*;$/g, ''],
  // Wrong way round.
  [/ > /g, ' < '],
  [/ < /g, ' > '],
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ \|\| /g, ' && '],
  [/ \? (.*) : (.*);/g, ' ? $2 : $1;'],
  // Off by one.
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
  [/\b(\d[\d_]*(?:e\d+)?)\b(?=[;, )])/g, '($1 + 1)'],
  [/\b([1-9][\d_]*(?:e\d+)?)\b(?=[;, )])/g, '($1 - 1)'],
  [/\b1 days\b/g, '2 days'],
  [/\b(PRICE|VALUE|ONE_USDC|PAIR_CAP)\b(?! =)/g, '($1 + 1)'],
  [/\b(PRICE|VALUE|ONE_USDC|PAIR_CAP)\b(?! =)/g, '($1 - 1)'],
  // Wrong sign, wrong operation.
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ -= /g, ' += '],
  [/ \+= /g, ' -= '],
  [/ \* /g, ' + '],
  [/ \/ /g, ' * '],
  [/ % /g, ' / '],
  // Wrong person, wrong amount.
  [/\bmsg\.sender\b/g, 'tx.origin'],
  [/\bmsg\.sender\b/g, 'address(this)'],
  [/\baddress\(this\)/g, 'msg.sender'],
  [/\btarget\b/g, 'msg.sender'],
  [/\b(usdcAmount|steezeAmount|amount|limit|deadline)\b(?=[,);])(?<!uint256 \1)/g, '0'],
  [/\b(usdcAmount|steezeAmount|amount|limit|deadline)\b(?=[,);])(?<!uint256 \1)/g, '($1 + 1)'],
  // Another message than the one that was signed.
  [/"Withdrawal\(/g, '"Withdraw('],
  [/"SteezeStack"/g, '"Steeze"'],
  [/, "1"/g, ', "2"'],
  [/return by == signer;/g, 'return true;'],
  [/return by == signer;/g, 'return by != address(0);'],
]

/** Of a function's head only what guards it is changed. */
const GUARDS = CHANGES.filter(([pattern]) => pattern.source.includes('onlyOwner'))

/** Every way to change one thing in a contract's source that this knows. Comments, imports and declarations stay. */
export function mutantsOf(source: string): Mutant[] {
  const lines = source.split('\n')
  const found = lines.flatMap((before, index) =>
    isCode(before)
      ? changesOf(before).flatMap(([pattern, replacement]) =>
          [...before.matchAll(pattern)].map((match) => {
            const changed = match[0].replace(new RegExp(pattern.source), replacement)
            // Lookarounds see less of a match by itself: what did not change there is changed in its place.
            const end = match.index + match[0].length
            const text = changed === match[0] ? expand(match, replacement) : changed
            const after = before.slice(0, match.index) + text + before.slice(end)
            return { line: index + 1, before: before.trim(), after: after.trim() || '(nothing)', whole: after, index }
          }),
        )
      : [],
  )
  const seen = new Set<string>()
  return found
    .filter(({ line, after, before }) => {
      const key = `${line} ${after}`
      if (after === before || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .map(({ line, before, after, whole, index }) => ({
      line,
      before,
      after,
      source: lines.with(index, whole).join('\n'),
    }))
}

const changesOf = (line: string) => (/^ *function /.test(line) ? GUARDS : CHANGES)

const expand = (match: RegExpMatchArray, replacement: string): string =>
  replacement.replace(/\$(\d)/g, (_, group) => match[Number(group)] ?? '')

const isCode = (line: string): boolean => {
  const text = line.trim()
  return text !== '' && !/^(\/\/|\/\*|\*|import |pragma |contract |event |error |mapping|\))/.test(text)
}
