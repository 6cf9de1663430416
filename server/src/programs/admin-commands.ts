import { cleanLine } from '@aura/api/visible-text'
import { features } from '../features.ts'
import type { Context } from '../platform/context.ts'

const COMMANDS = features.flatMap(({ adminCommands = [] }) => adminCommands)

/** Column at which the descriptions begin; a longer form has its own line. */
const COLUMN = 28

function usageOf({ name, form, does }: (typeof COMMANDS)[number]): string {
  const call = `  ${[name, form].filter(Boolean).join(' ')}`
  return call.length + 2 > COLUMN ? `${call}\n${' '.repeat(COLUMN)}${does}` : `${call.padEnd(COLUMN)}${does}`
}

const USAGE = `npm run admin -- COMMAND SUBJECT\n\n${COMMANDS.map(usageOf).join('\n')}\n`

/** A command to run, or the fault of the arguments with the usage. */
export type AdminOrder = { run(ctx: Context): Promise<string> } | { fault: string }

/** Parses the arguments of `npm run admin --`. */
export function adminOrder([name = '', subject = '', ...words]: readonly string[]): AdminOrder {
  const command = COMMANDS.find((known) => known.name === name)
  if (!command) return { fault: USAGE }
  const text = cleanLine(words.join(' ')) || null
  const fault = command.fault(subject, text)
  return fault ? { fault: `${fault}\n\n${USAGE}` } : { run: (ctx) => command.run(ctx, subject, text, features) }
}
