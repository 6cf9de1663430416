/** `npm run contracts`: compiles the contracts, and writes their TypeScript and gas snapshot. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runForge } from '../../tools/foundry.ts'
import { generatedFiles, generatedFolder } from './generated-files.ts'

async function forge(...args: string[]): Promise<void> {
  const { ok, output } = await runForge(args)
  if (ok) return
  console.error(output)
  process.exit(1)
}

await forge('build')
mkdirSync(join(generatedFolder, 'lab'), { recursive: true })
for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(join(generatedFolder, name), text)
await forge('test', '--match-contract', 'GasTest')
