/** `npm run bench NAME`: runs one of the programs in bench/, or lists them. */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { onStopRequest } from '../processes/signals.ts'

const folder = join(import.meta.dirname, '../../bench')
const [name, ...args] = process.argv.slice(2)
const programs = benchmarks()
const program = programs.get(name ?? '')

if (name === undefined) list()
else if (program !== undefined) run(program)
else {
  console.error(`There is no benchmark called ${name}.`)
  list()
  process.exit(2)
}

function benchmarks(): Map<string, string> {
  return new Map(
    globSync('*.ts', { cwd: folder })
      .map((file) => [basename(file, '.ts'), join(folder, file)] as const)
      .sort(),
  )
}

function list(): void {
  console.log('Benchmarks (npm run bench NAME):')
  const width = Math.max(...[...programs.keys()].map((each) => each.length))
  for (const [each, file] of programs) console.log(`  ${each.padEnd(width)}  ${about(file)}`)
}

/** Returns the first line of the comment at the top of a benchmark's file. */
function about(file: string): string {
  const comment = /^\s*\/\*\*(.*?)\*\//s.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s*/, '').trimEnd())
  return lines.find((line) => line !== '') ?? ''
}

function run(file: string): void {
  const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' })
  onStopRequest(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  child.once('exit', (code) => process.exit(code ?? 1))
}
