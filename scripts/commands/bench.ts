/** `npm run bench -- NAME`: runs one of the benchmarks in bench/, or lists them. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStopRequest } from '../signals.ts'

const folder = join(import.meta.dirname, '../../bench')
const [name, ...args] = process.argv.slice(2)
const names = benchmarks()

if (name === undefined) list()
else if (names.includes(name)) run(name)
else {
  console.error(`There is no benchmark called ${name}.`)
  list()
  process.exit(2)
}

function benchmarks(): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map((entry) => entry.name)
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
}

function list(): void {
  if (names.length === 0) console.log('There are no benchmarks yet.')
  else console.log('Benchmarks (npm run bench -- NAME):')
  const width = Math.max(...names.map((each) => each.length))
  for (const each of names) console.log(`  ${each.padEnd(width)}  ${about(each)}`)
}

/** The first line of the comment that a benchmark's file begins with. */
function about(each: string): string {
  const comment = /^\s*\/\*\*(.*?)\*\//s.exec(readFileSync(join(folder, `${each}.ts`), 'utf8'))?.[1] ?? ''
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd())
  return lines.find((line) => line !== '') ?? ''
}

function run(each: string): void {
  const child = spawn(process.execPath, [join(folder, `${each}.ts`), ...args], { stdio: 'inherit' })
  onStopRequest(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  child.once('exit', (code) => process.exit(code ?? 1))
}
