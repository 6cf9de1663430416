/** `npm run contracts`: compiles the contracts and writes what TypeScript sees of them to contracts/generated. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './generated-files.ts'

const folder = join(import.meta.dirname, '../generated')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(join(folder, name), text)
