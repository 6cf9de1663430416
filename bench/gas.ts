/**
 * Gas of contract calls, against a contract that only moves the USDC, or the call that a signature replaces.
 * Calls run repeatedly on the mock USDC, which has the checks of the real one behind its proxy. Forge measures each as
 * its own transaction and fails if it differs from contracts/snapshots. A figure is the share used of the allowance
 * above the floor; above 1 is an error.
 */
import { GAS_LIMITS, measuredGas } from '../contracts/tools/gas-limits.ts'
import { runForge } from '../tools/foundry.ts'
import { printBudgets, printTable } from './support/figures.ts'

const { ok, output } = await runForge(['test', '--match-contract', 'GasTest'], { FORGE_SNAPSHOT_CHECK: 'true' })
if (!ok) throw new Error(output)

const gas = measuredGas()
const of = (name: string) => gas.get(name) ?? Number.NaN
const count = (value: number) => value.toLocaleString('en')

const aboveFloor = (operation: string, floor: string) => of(operation) - of(floor)
const row = (operation: string, floor: string, allowed: string) => ({
  operation,
  gas: count(of(operation)),
  floor: count(of(floor)),
  'above it': count(aboveFloor(operation, floor)),
  allowed,
})
console.log('\nGas of repeated calls\n')
printTable([
  ...GAS_LIMITS.map(({ operation, floor, above }) => row(operation, floor, count(above))),
  ...['vouchWithPermit', 'buySteezeWithPermit', 'execute by passkey: transfer'].map((operation) =>
    row(operation, 'floor: transferFrom', ''),
  ),
])
console.log('\nA call with permit replaces an approval, a transaction of its own.\n')
const shares = GAS_LIMITS.map(({ operation, floor, above }) => {
  return [`gas-${operation.replace(' by ', '-by-')}`, aboveFloor(operation, floor) / above] as const
})
printBudgets(Object.fromEntries(shares))
