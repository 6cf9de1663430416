import { expect, it } from 'vitest'
import { mutantsOf } from './make-mutants.ts'

const SOURCE = `// if (a > b) revert Wrong();
contract C {
    function f(uint256 amount) external onlyOwner {
        if (amount > LIMIT) revert Wrong();
        total = total + amount;
        emit Done(msg.sender, amount);
    }
}
`
const changes = mutantsOf(SOURCE).map(({ line, after }) => `${line}: ${after}`)

it('leaves out checks, guards and statements, and turns, shifts and swaps what is compared, counted and named', () => {
  const some = [
    '3: function f(uint256 amount) external {',
    '4: (nothing)',
    '4: if (amount < LIMIT) revert Wrong();',
    '4: if (amount >= LIMIT) revert Wrong();',
    '5: (nothing)',
    '5: total = total - amount;',
    '5: total = total + (amount + 1);',
    '6: emit Done(tx.origin, amount);',
    '6: emit Done(msg.sender, 0);',
  ]
  expect(changes).toEqual(expect.arrayContaining(some))
})

it('leaves comments alone, changes one line at a time, and makes no mutant twice', () => {
  expect(changes.filter((change) => change.startsWith('1:'))).toEqual([])
  expect(new Set(changes).size).toBe(changes.length)
  for (const { source, line } of mutantsOf(SOURCE)) {
    const lines = source.split('\n')
    const differing = SOURCE.split('\n').flatMap((text, index) => (text === lines[index] ? [] : index + 1))
    expect(differing).toEqual([line])
  }
})
