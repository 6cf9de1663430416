/** `npm run contracts`: compiles the contracts, and writes their TypeScript and gas snapshot. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runForge } from '../../tools/foundry.ts'
import { generatedFiles } from './generated-files.ts'

const folder = join(import.meta.dirname, '../generated')
mkdirSync(join(folder, 'lab'), { recursive: true })
for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(join(folder, name), text)

const { ok, output } = await runForge(['test', '--match-contract', 'GasTest'])
if (!ok) {
  console.error(output)
  process.exitCode = 1
}
