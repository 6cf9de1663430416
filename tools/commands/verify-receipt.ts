/**
 * Recomputes a battle's receipt: `node tools/commands/verify-receipt.ts FILE_OR_ADDRESS`. Needs Node 24 and a
 * checkout, but no packages, and uses none of the server's code. See docs/battle-receipts.md.
 */
import { readFile } from 'node:fs/promises'
import { type Receipt, receiptFaults } from '../../api/src/receipt-faults.ts'

/** Reads a receipt from a file (one page, or a list of pages) or from the address of its first page. */
async function readPages(place: string): Promise<Receipt[]> {
  if (!/^https?:/.test(place)) return [JSON.parse(await readFile(place, 'utf8'))].flat() as Receipt[]
  const pages: Receipt[] = []
  for (let after: number | null = 0; after !== null; after = pages.at(-1)?.nextAfter ?? null) {
    const address = new URL(place)
    address.searchParams.set('after', String(after))
    const answer = await fetch(address)
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    pages.push((await answer.json()) as Receipt)
  }
  return pages
}

const place = process.argv[2]
if (place === undefined) throw new Error('Say which: node tools/commands/verify-receipt.ts FILE_OR_ADDRESS')
const faults = await receiptFaults(await readPages(place))
console.log(faults.length === 0 ? 'The receipt holds.' : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
